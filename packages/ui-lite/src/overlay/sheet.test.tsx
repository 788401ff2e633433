import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { Sheet } from './sheet.tsx';

// jsdom has no modal dialogs. Like a browser's, this one fires its close event later.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement): void {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement): void {
    this.open = false;
    setTimeout(() => this.dispatchEvent(new Event('close')));
  };
});

function Help(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet title="Help" side="right" isOpen={isOpen} onClose={() => setOpen(false)}>
        Guides
      </Sheet>
    </>
  );
}

const open = (): void => void fireEvent.click(screen.getByText('Open'));
const getSheet = (): HTMLDialogElement => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
const settle = (): Promise<void> => act(() => new Promise<void>((resolve) => void setTimeout(resolve)));

it.each(['cancel', 'click'])('stays open when it is opened again right after a %s closed it', async (way) => {
  render(<Help />);
  open();
  expect(getSheet().open).toBe(true);
  fireEvent(getSheet(), new Event(way, { cancelable: true }));
  expect(getSheet().open).toBe(false);
  open();
  await settle();
  expect(getSheet().open).toBe(true);
  expect(screen.getByText('Guides')).toBeVisible();
});

it('handles the browser closing the dialog', async () => {
  render(<Help />);
  open();
  getSheet().close();
  await settle();
  expect(screen.queryByText('Guides')).toBeNull();
  open();
  expect(getSheet().open).toBe(true);
});
