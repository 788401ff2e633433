import Button from '@mui/material/Button';
import type { Editor } from '@tiptap/react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { LabeledInput } from '../forms/labeled-input.tsx';
import { parseLinkAddress } from './link-address.ts';
import styles from './rich-editor.module.css';

interface LinkFieldProps {
  editor: Editor;
  onClose: () => void;
}

/** Sets, changes, or removes the link of the selection. Not a form element, because it is inside another form. */
export function LinkField({ editor, onClose }: LinkFieldProps): ReactElement {
  const present: unknown = editor.getAttributes('link')['href'];
  const [text, setText] = useState(typeof present === 'string' ? present : '');
  const [hasFailed, setFailed] = useState(false);

  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const apply = (): void => {
    const href = parseLinkAddress(text);
    if (href === null) return setFailed(true);
    setLink(editor, href);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else close();
  };

  return (
    <div className={styles['link']}>
      <LabeledInput
        autoFocus
        label="Link URL"
        placeholder="https://"
        value={text}
        error={hasFailed ? 'Enter a URL, an email address, or a phone number' : undefined}
        inputProps={{ inputMode: 'url', onKeyDown }}
        onChange={(event) => {
          setText(event.target.value);
          setFailed(false);
        }}
      />
      <div className={styles['linkButtons']}>
        <Button size="small" onClick={apply}>
          Set link
        </Button>
        {present !== undefined && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              onClose();
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="small" variant="text" color="inherit" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Without a selection, the address is also the link text. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus();
  if (!editor.state.selection.empty || editor.isActive('link'))
    chain.extendMarkRange('link').setLink({ href }).run();
  else
    chain
      .insertContent({
        type: 'text',
        text: href.replace(/^(mailto|tel):/, ''),
        marks: [{ type: 'link', attrs: { href } }],
      })
      .run();
}
