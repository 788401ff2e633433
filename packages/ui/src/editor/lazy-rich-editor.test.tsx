import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RichEditor } from './lazy-rich-editor.tsx';

it('stays a plain field while it is pressed, and is replaced by the editor afterwards', async () => {
  fireEvent.pointerDown(document.body);
  render(<RichEditor label="Text" value="" onChange={() => undefined} />);
  await act(() => import('./rich-editor.tsx'));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('tagName', 'TEXTAREA');
  fireEvent.pointerUp(document.body);
  expect(await screen.findByRole('button', { name: 'Bold' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('tagName', 'DIV');
});
