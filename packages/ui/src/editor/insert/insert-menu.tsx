import type { Editor } from '@tiptap/react';
import type { ReactElement } from 'react';
import styles from './insert-menu.module.css';

/** Something to put in where the text cursor stands. */
export interface Insert {
  label: string;
  text: string;
}

interface InsertMenuProps {
  editor: Editor;
  label: string;
  inserts: readonly Insert[];
}

/** Puts a chosen text in at the cursor. The list falls back to its name, so that the same can be chosen twice. */
export function InsertMenu({ editor, label, inserts }: InsertMenuProps): ReactElement {
  return (
    <div className={styles['bar']}>
      <select
        aria-label={label}
        className={styles['select']}
        value=""
        onChange={(event) => editor.chain().focus().insertContent(event.target.value).run()}
      >
        <option value="" disabled>
          {label}
        </option>
        {inserts.map(({ label: name, text }) => (
          <option key={text} value={text}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
