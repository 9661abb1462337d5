"use strict";
const $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function draw(parent, tag, traits, words) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(traits)) made.setAttribute(name, value);
  if (words !== undefined) made.textContent = words;
  parent.append(made);
  return made;
}

function put(parent, tag, words, kind) {
  const made = document.createElement(tag);
  made.textContent = words;
  if (kind) made.className = kind;
  parent.append(made);
  return made;
}

/* Marks the button of a list that is at hand, and scrolls the list to it where it scrolls by itself. */
function mark(list, buttons, current) {
  buttons.forEach((button, n) => {
    if (n === current) {
      button.setAttribute("aria-current", "step");
      if (list.scrollHeight > list.clientHeight)
        list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else button.removeAttribute("aria-current");
  });
}

/* Lets keys by their names, and fingers on the board while `follows` is true, go to places; Escape calls `leave`. */
function steer(board, keys, go, leave, follows = () => true) {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") leave();
    if (!(event.key in keys)) return;
    event.preventDefault();
    go(keys[event.key]);
  });
  let touch = null;
  board.addEventListener("touchstart", event => {
    touch = event.touches.length === 1 && follows() ? event.touches[0] : null;
  }, {passive: true});
  board.addEventListener("touchend", event => {
    if (!touch) return;
    const end = event.changedTouches[0];
    const dx = end.clientX - touch.clientX, dy = end.clientY - touch.clientY;
    if (Math.abs(dx) > 30 && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? "forward" : "back");
    else if (Math.abs(dx) < 8 && Math.abs(dy) < 8) {
      const box = board.getBoundingClientRect();
      go(end.clientX > box.left + box.width / 2 ? "forward" : "back");
    }
  }, {passive: true});
  addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));
}
