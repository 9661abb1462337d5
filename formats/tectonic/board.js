/* A board on which a reader solves the puzzle. `puzzle` has: width, side (of a cell, in pixels), givens, sizes
   (the digits of each cell's piece, 0: no cell), solution (0: unknown), and the places of candidates. */

function place(puzzle, cell) {
  return [puzzle.side * (cell % puzzle.width), puzzle.side * Math.floor(cell / puzzle.width)];
}

function wash(parent, puzzle, cells, fill) {
  for (const cell of cells) {
    const [x, y] = place(puzzle, cell);
    draw(parent, "rect", {x, y, width: puzzle.side, height: puzzle.side, fill});
  }
}

function drawDigit(parent, puzzle, cell, digit, looks) {
  const [x, y] = place(puzzle, cell), side = puzzle.side;
  draw(parent, "text", {x: x + side / 2, y: y + 0.7 * side, "font-size": 0.6 * side, ...looks}, digit);
}

/* Draws a candidate at its place in the cell, and crosses it out if it is struck. */
function drawCandidate(parent, puzzle, cell, digit, looks, struck) {
  const [left, top] = place(puzzle, cell), [px, py] = puzzle.places[digit - 1];
  const size = puzzle.font * puzzle.side, x = left + px * puzzle.side, y = top + py * puzzle.side;
  draw(parent, "text", {x, y, "font-size": size, fill: "#555", ...looks}, digit);
  if (!struck) return;
  const half = 0.4 * size, middle = y - 0.35 * size;
  draw(parent, "path", {d: `M${x - half} ${middle + half}L${x + half} ${middle - half}`, stroke: "#b3201c",
    "stroke-width": 1.5});
}

/* Adds to a picture of a board a group below its lines and one above its digits. */
function layers(svg, kind) {
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const ground = document.createElementNS(SVG, "g");
  svg.insertBefore(ground, svg.querySelector("path"));
  ground.setAttribute("class", kind);
  return [ground, draw(svg, "g", {"font-family": "sans-serif", "text-anchor": "middle", class: kind})];
}

let player = null;  // the board that has the keyboard and the buttons

/* Lets a reader solve a puzzle on the picture in `holder`; `said` is the element for answers in words. */
function playable(holder, puzzle, said, words) {
  const svg = holder.querySelector("svg"), [ground, layer] = layers(svg, "mine");
  const digits = puzzle.givens.map(() => 0), notes = digits.map(() => new Set()), wrong = new Set();
  const open = cell => puzzle.sizes[cell] > 0;
  let at = puzzle.givens.findIndex((given, cell) => !given && open(cell)), isOn = true;

  function show() {
    ground.replaceChildren();
    layer.replaceChildren();
    if (!isOn) return;
    wash(ground, puzzle, wrong, "#fbd3cf");
    digits.forEach((digit, cell) => {
      const looks = wrong.has(cell) ? {fill: "#b3201c", class: "wrong"} : {fill: "#2a5591"};
      if (digit) drawDigit(layer, puzzle, cell, digit, looks);
      else notes[cell].forEach(note => drawCandidate(layer, puzzle, cell, note, {}));
    });
    if (player !== me) return;
    const [x, y] = place(puzzle, at), side = puzzle.side;
    draw(layer, "rect", {x: x + 2, y: y + 2, width: side - 4, height: side - 4, rx: 3, fill: "none",
      stroke: "#1d5fa8", "stroke-width": 3, class: "here"});
  }

  function tell(text) {
    said.textContent = text;
  }

  function choose(cell) {
    const before = player;
    player = me;
    if (open(cell)) at = cell;
    if (before && before !== me) before.show();
    const noted = [...notes[at]].sort((a, b) => a - b).join(" ");
    tell(`R${Math.floor(at / puzzle.width) + 1}C${at % puzzle.width + 1}: `
      + (puzzle.givens[at] || digits[at] || noted || words.empty));
    show();
  }

  function move(dx, dy) {
    const column = at % puzzle.width + dx, cell = at + dx + dy * puzzle.width;
    if (column >= 0 && column < puzzle.width && cell >= 0 && cell < digits.length)
      open(cell) ? choose(cell) : (at = cell, move(dx, dy));
  }

  const me = {
    show,
    turn(on) { isOn = on; show(); },
    type(digit, asNote) {
      if (puzzle.givens[at] || digit > puzzle.sizes[at]) return;
      wrong.delete(at);
      if (!digit) {
        digits[at] = 0;
        notes[at].clear();
      } else if (asNote) {
        digits[at] = 0;
        notes[at].delete(digit) || notes[at].add(digit);
      } else digits[at] = digits[at] === digit ? 0 : digit;
      choose(at);
      if (digits.every((one, cell) => one || puzzle.givens[cell] || !open(cell))) me.check();
    },
    check() {
      wrong.clear();
      digits.forEach((digit, cell) => {
        if (digit && puzzle.solution[cell] && digit !== puzzle.solution[cell]) wrong.add(cell);
      });
      const isFull = digits.every((digit, cell) => digit || puzzle.givens[cell] || !open(cell));
      tell(wrong.size ? words.wrong.replace("{n}", wrong.size) : isFull ? words.solved : words.right);
      show();
    },
  };

  const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  holder.addEventListener("focus", () => { if (isOn) choose(at); });
  holder.addEventListener("click", event => {
    if (!isOn) return;
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const column = Math.floor(spot.x / puzzle.side), row = Math.floor(spot.y / puzzle.side);
    if (column >= 0 && column < puzzle.width && row >= 0 && row * puzzle.width < digits.length)
      choose(row * puzzle.width + column);
  });
  holder.addEventListener("keydown", event => {
    if (!isOn || event.ctrlKey || event.altKey || event.metaKey) return;
    const typed = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
    if (event.key in ARROWS) move(...ARROWS[event.key]);
    else if (typed) me.type(Number(typed[1]), event.shiftKey || isNoting());
    else if (event.key === "Backspace" || event.key === "Delete") me.type(0);
    else if (event.key === "n") $("notes").click();
    else if (event.key === "Enter") me.check();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  holder.tabIndex = 0;
  holder.setAttribute("role", "application");
  holder.setAttribute("aria-label", words.board);
  player ??= me;
  show();
  return me;
}

const isNoting = () => $("notes").getAttribute("aria-pressed") === "true";

/* Connects the buttons under a board. */
function connect(pad) {
  pad.hidden = false;
  $("notes").onclick = () => $("notes").setAttribute("aria-pressed", !isNoting());
  $("check").onclick = () => player.check();
  pad.querySelectorAll("[data-type]").forEach(button => {
    button.onclick = () => player.type(Number(button.dataset.type), isNoting());
  });
}
