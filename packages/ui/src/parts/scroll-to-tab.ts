/** Scrolls a list horizontally until its tab is visible. `scrollIntoView` would also scroll the page. */
export function scrollToTab(list: HTMLElement | null, selector: string): void {
  const tab = list?.querySelector<HTMLElement>(selector);
  if (list === null || tab == null) return;
  const hidden = tab.offsetLeft + tab.offsetWidth - list.offsetLeft - list.clientWidth;
  list.scrollLeft = Math.max(list.scrollLeft, hidden);
}
