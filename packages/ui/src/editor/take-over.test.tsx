import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { RichEditor } from './lazy-rich-editor.tsx';

const code = vi.hoisted(() => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrive, arrived };
});
vi.mock('./rich-editor.tsx', async (importOriginal) => {
  await code.arrived;
  return importOriginal();
});

// The real toolbar would still be loading icons when the test ends.
vi.mock('./editor-toolbar.tsx', () => ({ EditorToolbar: () => <div role="toolbar" /> }));

// jsdom has no layout, but the editor still uses it.
beforeAll(() => {
  const nowhere = { top: 0, left: 0, bottom: 0, right: 0, width: 0, height: 0, x: 0, y: 0 };
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => ({ ...nowhere, toJSON: () => nowhere });
  document.elementFromPoint = () => null;
});

const signature = '<div data-signature=""><p>Sam</p></div>';
const written = vi.fn<(html: string) => void>();

function Mail(): ReactElement {
  const [value, setValue] = useState(`<p></p>${signature}`);
  const change = (html: string): void => {
    setValue(html);
    written(html);
  };
  return <RichEditor hasSignature label="Text" value={value} onChange={change} />;
}

it('takes over text, caret, and focus in one step, so that no letter is lost', async () => {
  const user = userEvent.setup();
  // Simulates a busy machine that renders no frames for a while, although the user keeps typing.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  render(<Mail />);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Helo');
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('localName', 'textarea');

  const replaced: (Element | null)[] = [];
  const observer = new MutationObserver(() => replaced.push(document.activeElement));
  observer.observe(document.body, { childList: true, subtree: true });
  await act(async () => {
    code.arrive();
    await import('./rich-editor.tsx');
  });
  await screen.findByRole('toolbar');
  observer.disconnect();
  const editor = screen.getByRole('textbox', { name: 'Text' });
  expect(editor).toHaveProperty('localName', 'div');
  expect(replaced[0]).toBe(editor);

  await user.keyboard('l');
  await waitFor(() => expect(written).toHaveBeenLastCalledWith(`<p>Hello</p>${signature}`));
});
