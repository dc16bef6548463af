/**
 * Shows the buttons that copy and share an address where a browser can, and closes menus by Escape or a click elsewhere. Each view
 * is kept for the tab, so that an event leads back to where a visitor came from.
 */
export const PAGE_SCRIPT = `for (const button of navigator.share ? document.querySelectorAll('button[data-share]') : []) {
  button.hidden = false;
  button.onclick = () => navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
}
for (const button of navigator.clipboard ? document.querySelectorAll('button[data-copy]') : []) {
  button.hidden = false;
  button.onclick = async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  };
}
const closeMenus = (isKept) => {
  for (const menu of document.querySelectorAll('.menu[open]')) {
    if (isKept(menu)) continue;
    if (menu.contains(document.activeElement)) menu.firstElementChild.focus();
    menu.open = false;
  }
};
try {
  const back = document.querySelector('a[data-back]');
  if (!back) sessionStorage.view = location.href;
  else if (sessionStorage.view) back.href = sessionStorage.view;
} catch {}
addEventListener('click', ({ target }) => closeMenus((menu) => menu.contains(target)));
addEventListener('keydown', ({ key }) => key === 'Escape' && closeMenus(() => false));
`;

/**
 * Fits a frame with one of our views to the view's height. The page around the frame loads this script, and so does the view
 * inside. The view sends its height as one number, and the page sets the height of the frame. The page accepts a message only
 * from the window of a frame that shows our site.
 */
export const EMBED_SCRIPT = `(() => {
  const { src, dataset } = document.currentScript;
  if ('inside' in dataset) {
    const page = document.documentElement;
    new ResizeObserver(() => parent.postMessage(Math.ceil(page.getBoundingClientRect().height), '*')).observe(page);
    return;
  }
  const site = src.slice(0, src.lastIndexOf('/') + 1);
  addEventListener('message', ({ source, origin, data }) => {
    if (origin !== new URL(site).origin || !Number.isInteger(data) || data < 1 || data > 50000) return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source && frame.src.startsWith(site)) frame.style.height = data + 'px';
  });
})();
`;
