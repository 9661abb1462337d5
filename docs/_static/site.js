/* The theme leaves out what screen readers need: the level of captions, and the names of the two sidebars. */
document.querySelectorAll("p.caption[role=heading]").forEach(caption => caption.setAttribute("aria-level", 2));
document.querySelector("aside.sidebar-drawer")?.setAttribute("aria-label", "Pages");
document.querySelector("aside.toc-drawer")?.setAttribute("aria-label", "On this page");
