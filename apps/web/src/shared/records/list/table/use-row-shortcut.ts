import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** What has a use of its own inside a row. */
const controls = 'a, button, input, select, label, [role="dialog"], [role="presentation"]';

/** A click anywhere on a row of a table follows the link of its name; controls and selected text are left alone. */
export function useRowShortcut(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    if (!(event.target instanceof Element) || event.target.closest(controls) !== null) return;
    const link = event.target
      .closest('tr')
      ?.querySelector<HTMLElement>('th[scope="row"] :is(a, [data-open])');
    if (link == null || window.getSelection()?.toString() !== '') return;
    if (!(link instanceof HTMLAnchorElement)) return link.click();
    if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
    else void navigate(link.getAttribute('href') ?? '');
  };
}
