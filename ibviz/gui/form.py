"""Forms made from what shelf entries declare: a row for each option, checked while it is typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCompleter, QFileDialog, QGridLayout, QLabel, QLineEdit, QWidget

from ibviz.core.errors import OptionError
from ibviz.core.options import Option, Reference
from ibviz.drawing.qtfonts import font
from ibviz.gui.combo import Combo
from ibviz.gui.parts import hex_of
from ibviz.gui.style import icon
from ibviz.gui.tips import tip

LABEL = 96
"""Width of the labels, pixels."""

WORDS = {
    "k": "Distance",
    "dst": "Receiver",
    "src": "Sender",
    "maxmin": "Max-min fair",
    "local": "Within hosts",
    "count": "Samples",
    "path": "File",
}
"""What options are called where their name is too short to tell."""

EMPTY = {"hosts": "all", "count": "one", "roots": "found by itself"}
"""What stands in a field that is left empty."""


class Form(QWidget):
    """Asks for options; tells of them only when all are valid.

    Signals
    -------
    changed(args)
        Texts by name of option, only of those that are not left at their default.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, _Row] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnMinimumWidth(0, LABEL)
        self._grid.setColumnStretch(1, 1)
        self._theme = "dark"

    def ask(self, options: Iterable[Option], args: Mapping[str, str]) -> None:
        """Ask for other options, filled with some values."""
        for row in self._rows.values():
            row.remove()
        self._rows.clear()
        given = {key.replace("-", "_"): text for key, text in args.items()}
        for number, option in enumerate(options):
            row = _Row(option, given.get(option.name, ""), self)
            row.edited.connect(self._edited)
            row.put(self._grid, 2 * number)
            self._rows[option.name] = row
        self.dress(self._theme)

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        for row in self._rows.values():
            row.dress(theme_name)

    @property
    def args(self) -> dict[str, str] | None:
        """Texts of the options given; None while one is not valid."""
        if any(row.fault for row in self._rows.values()):
            return None
        return {name: row.text for name, row in self._rows.items() if row.text}

    def fill(self, name: str, text: str) -> None:
        """Give an option another value, as if it had been typed."""
        self._rows[name].fill(text)

    def complain(self, sentence: str) -> bool:
        """Say under its field what is wrong with an option; tell whether the sentence was about one.

        It is about the option that it begins with, else about the one whose value it quotes.
        """
        begins = [n for n in self._rows if sentence.startswith((f"{n} ", f"{n}:", f"option {n} "))]
        quoted = [n for n, row in self._rows.items() if row.is_typed and row.text and row.text in sentence]
        for name in (begins or quoted)[:1]:
            self._rows[name].say(sentence)
        return bool(begins or quoted)

    def suggest(self, names: Sequence[str]) -> None:
        """Complete names of endpoints while they are typed."""
        for row in self._rows.values():
            row.suggest(names)

    def _edited(self) -> None:
        args = self.args
        if args is not None:
            self.changed.emit(args)


class _Row(QWidget):
    """Label, field, and under it what is wrong."""

    edited = Signal()

    def __init__(self, option: Option, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._option, self._theme = option, "dark"
        self.fault = ""
        words = WORDS.get(option.name) or option.name.replace("_", " ").capitalize()
        self._label = QLabel(words, parent)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setFont(font(12, 400))
        self._field = self._choice(parent) if self._choices else QLineEdit(parent)
        self._field.setFont(font(12, 500))
        self._field.setAccessibleName(words)
        hint = tip(option.help.replace("``", ""))
        self._field.setToolTip(hint)
        self._label.setToolTip(hint)
        self._label.setBuddy(self._field)
        self._wrong = QLabel(parent)
        self._wrong.setTextFormat(Qt.TextFormat.PlainText)
        self._wrong.setWordWrap(True)
        self._wrong.setFont(font(11, 400))
        self._wrong.setAccessibleName(f"{words}: what is wrong")
        self._wrong.hide()
        self.show_text(text)
        if isinstance(self._field, Combo):
            self._field.activated.connect(lambda index: self._check())
        else:
            self._field.setPlaceholderText(self._default)
            self._field.editingFinished.connect(self._finished)
            self._field.textEdited.connect(lambda typed: self._check(quiet=True))
            if option.type is Path:
                self._add_browser(self._field, words)
        self._last = text

    @property
    def is_typed(self) -> bool:
        """Whether its value is typed, not chosen from a list."""
        return isinstance(self._field, QLineEdit)

    def _add_browser(self, line: QLineEdit, words: str) -> None:
        """Put a button into the field that asks for a file."""
        self._browse = line.addAction(
            icon("folder", self._theme, "t2", 16), QLineEdit.ActionPosition.TrailingPosition
        )
        self._browse.setText(f"Choose the {words.lower()}")
        self._browse.setToolTip(tip(f"Choose the {words.lower()}"))
        self._browse.triggered.connect(self._ask_file)

    def _ask_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self.window(), self._browse.text())
        if path and isinstance(self._field, QLineEdit):
            self._field.setText(path)
            self._finished()

    def suggest(self, names: Sequence[str]) -> None:
        """Complete names while one is typed, where an endpoint is asked for."""
        if isinstance(self._field, QLineEdit) and self._option.type is Reference:
            completer = QCompleter(names, self._field)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self._field.setCompleter(completer)

    @property
    def _choices(self) -> tuple[str, ...]:
        if self._option.type is bool:
            return ("0", "1")
        return self._option.choices

    @property
    def _default(self) -> str:
        default = self._option.default
        if default is None:
            return EMPTY.get(self._option.name, "")
        return "must be given" if self._option.required else str(default)

    def _choice(self, parent: QWidget) -> Combo:
        box = Combo(parent)
        if self._option.optional:
            box.addItem("By itself", "")
        for choice in self._choices:
            box.addItem({"0": "No", "1": "Yes"}.get(choice, choice), choice)
        return box

    @property
    def text(self) -> str:
        """What was given; empty for the default."""
        if isinstance(self._field, Combo):
            chosen = str(self._field.currentData())
            default = self._option.default
            shown = (
                str(int(default)) if isinstance(default, bool) else "" if default is None else str(default)
            )
            return "" if chosen == shown else chosen
        return self._field.text().strip()

    def show_text(self, text: str) -> None:
        """Show a value."""
        with QSignalBlocker(self._field):
            if isinstance(self._field, Combo):
                default = self._option.default
                text = text or (str(int(default)) if isinstance(default, bool) else str(default or ""))
                self._field.setCurrentIndex(max(self._field.findData(text), 0))
            else:
                self._field.setText(text)

    def fill(self, text: str) -> None:
        """Take another value, as if it had been typed."""
        self.show_text(text)
        self._finished()

    def _finished(self) -> None:
        if self.text != self._last:
            self._last = self.text
            self._check()

    def _check(self, *, quiet: bool = False) -> None:
        """Say what is wrong; when the value stands, tell of it."""
        self.fault = ""
        if self.text:
            try:
                self._option.parse(self.text)
            except OptionError as error:
                self.fault = str(error)
        elif self._option.required:
            self.fault = f"{self._label.text()} must be given"
        self.say(self.fault)
        if not self.fault and not quiet:
            self.edited.emit()

    def say(self, sentence: str) -> None:
        """Say what is wrong, by the name that the form shows; nothing where that is empty."""
        name = self._option.name
        if sentence.startswith((f"{name} ", f"{name}:")):
            sentence = self._label.text() + sentence.removeprefix(name)
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))
        self.dress(self._theme)

    def put(self, grid: QGridLayout, row: int) -> None:
        """Take a place in a form."""
        grid.addWidget(self._label, row, 0)
        grid.addWidget(self._field, row, 1)
        grid.addWidget(self._wrong, row + 1, 1)

    def remove(self) -> None:
        """Leave the form."""
        for part in (self._label, self._field, self._wrong, self):
            part.hide()
            part.deleteLater()

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        self._label.setStyleSheet(f"color: {hex_of(theme_name, 't3')};")
        self._wrong.setStyleSheet(f"color: {hex_of(theme_name, 'err')};")
        if isinstance(self._field, Combo):
            self._field.dress(theme_name, wrong=bool(self._wrong.text()))
            return
        border = f"border: 1px solid {hex_of(theme_name, 'err')};" if self._wrong.text() else ""
        self._field.setStyleSheet(border)
        if self._option.type is Path:
            self._browse.setIcon(icon("folder", theme_name, "t2", 16))
