from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from ibviz.gui.segments import Segments


def test_that_each_part_is_an_action_with_a_name_and_a_caption_on_demand(qtbot: Any) -> None:
    actions = [QAction(name) for name in ("Layered", "Map")]
    for action in actions:
        action.setCheckable(True)
    seen: list[str] = []
    actions[1].triggered.connect(lambda: seen.append("map"))
    made = Segments("View", actions)
    qtbot.addWidget(made)
    assert [button.accessibleName() for button in made.buttons] == ["Layered", "Map"]
    made.caption(True)
    styles = [made.buttons[0].toolButtonStyle()]
    made.caption(False)
    styles.append(made.buttons[0].toolButtonStyle())
    assert styles == [Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly]
    made.buttons[1].click()
    assert seen == ["map"] and actions[1].isChecked()
