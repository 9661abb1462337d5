/* A board on which a reader plays the winning line of a problem: `problem` has size, stones (the cells that
   are taken), side (0: Black to move) and line (the cells of both colors, in the order of play). */

let player = null;  // the board that has the keyboard and the buttons

/* Lets a reader play on the picture in `holder`; `said` is the element for answers in words. */
function playable(holder, problem, said, words) {
  const svg = holder.querySelector("svg"), {size, line} = problem;
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const layer = draw(svg, "g", {"font-family": "sans-serif", "text-anchor": "middle", class: "mine"});
  const place = cell => [40 + 40 * (cell % size), 40 + 40 * (size - 1 - Math.floor(cell / size))];
  let at = Math.floor(size * size / 2), played = 0;

  function show() {
    layer.replaceChildren();
    line.slice(0, played).forEach((cell, n) => {
      const [cx, cy] = place(cell), isWhite = (problem.side + n) % 2;
      draw(layer, "circle", {cx, cy, r: 18, fill: isWhite ? "#fff" : "#000", stroke: "#000"});
      draw(layer, "text", {x: cx, y: cy + 6, "font-size": 17, fill: isWhite ? "#000" : "#fff"}, n + 1);
    });
    if (player !== me) return;
    const [x, y] = place(at);
    draw(layer, "rect", {x: x - 19, y: y - 19, width: 38, height: 38, rx: 4, fill: "none",
      stroke: "#1d5fa8", "stroke-width": 3, class: "here"});
  }

  function choose(cell) {
    const before = player;
    player = me;
    at = cell;
    if (before && before !== me) before.show();
    said.textContent = `${String.fromCharCode(97 + at % size)}${Math.floor(at / size) + 1}`;
    show();
  }

  function move(dx, dy) {
    const column = at % size + dx, cell = at + dx + dy * size;
    if (column >= 0 && column < size && cell >= 0 && cell < size * size) choose(cell);
  }

  const me = {
    show,
    enter(isShown) {
      if (problem.stones.includes(at) || line.slice(0, played).includes(at)) return;
      const isRight = at === line[played];
      if (isRight) played = Math.min(played + 2, line.length);
      said.textContent = isShown ? words.shown : !isRight ? words.wrong
        : played === line.length ? words.solved : words.right;
      show();
    },
    hint() {
      if (played === line.length) return;
      choose(line[played]);
      me.enter(true);
    },
    undo() {
      played = Math.max(0, 2 * Math.ceil(played / 2) - 2);
      said.textContent = "";
      show();
    },
  };

  const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
  holder.addEventListener("focus", () => choose(at));
  holder.addEventListener("click", event => {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const column = Math.round(spot.x / 40) - 1, row = size - Math.round(spot.y / 40);
    if (column < 0 || column >= size || row < 0 || row >= size) return;
    choose(row * size + column);
    me.enter();
  });
  holder.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in ARROWS) move(...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") me.enter();
    else if (event.key === "Backspace") me.undo();
    else return;
    event.preventDefault();
  });
  holder.tabIndex = 0;
  holder.setAttribute("role", "application");
  holder.setAttribute("aria-label", words.board);
  player ??= me;
  show();
  return me;
}

/* Connects the buttons under the boards. */
function connect(pad) {
  pad.hidden = false;
  $("undo").onclick = () => player.undo();
  $("hint").onclick = () => player.hint();
}
