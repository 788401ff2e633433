import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RichEditor } from './lazy-rich-editor.tsx';

it('stays the plain field while it is pressed, and becomes the editor after', async () => {
  fireEvent.pointerDown(document.body);
  render(<RichEditor label="Text" value="" onChange={() => undefined} />);
  await import('./rich-editor.tsx');
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('tagName', 'TEXTAREA');
  fireEvent.pointerUp(document.body);
  expect(await screen.findByRole('button', { name: 'Bold' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('tagName', 'DIV');
});
