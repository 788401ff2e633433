import type { ReactElement } from 'react';
import type { Selection } from './use-selection.ts';

/** The box that selects the page. */
export function PageBox({
  ids,
  selection,
  id,
}: {
  ids: readonly string[];
  selection: Selection;
  /** For a label. */
  id?: string;
}): ReactElement {
  const count = ids.filter((id) => selection.has(id)).length;
  return (
    <input
      id={id}
      type="checkbox"
      aria-label="Select all on this page"
      checked={count === ids.length}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && count < ids.length;
      }}
      onChange={selection.togglePage}
    />
  );
}
