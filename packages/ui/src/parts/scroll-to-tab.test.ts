import { expect, it } from 'vitest';
import { scrollToTab } from './scroll-to-tab.ts';

/** A list that is 300 pixels wide and 16 from the edge, with tabs of 100 pixels. */
function aList(selected: number): HTMLElement {
  const list = document.createElement('div');
  for (let index = 0; index < 8; index += 1) {
    const tab = list.appendChild(document.createElement('button'));
    tab.setAttribute('aria-selected', String(index === selected));
    Object.defineProperties(tab, {
      offsetLeft: { value: 16 + index * 100 },
      offsetWidth: { value: 100 },
    });
  }
  return Object.defineProperties(list, { offsetLeft: { value: 16 }, clientWidth: { value: 300 } });
}

it('scrolls a tab that does not show to the end of the list, and leaves one that shows', () => {
  const scrolled = (selected: number): number => {
    const list = aList(selected);
    scrollToTab(list, '[aria-selected="true"]');
    return list.scrollLeft;
  };
  expect([0, 2, 3, 7].map(scrolled)).toEqual([0, 0, 100, 500]);
});

it('does nothing without a list or without a selected tab', () => {
  const list = aList(-1);
  scrollToTab(null, '[aria-selected="true"]');
  scrollToTab(list, '[aria-selected="true"]');
  expect(list.scrollLeft).toBe(0);
});
