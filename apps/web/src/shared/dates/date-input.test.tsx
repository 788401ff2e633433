import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import DateInput from './date-input.tsx';

function Due({ type }: { type: 'date' | 'datetime-local' }): ReactElement {
  const [value, setValue] = useState('');
  return (
    <>
      <DateInput
        aria-label="Due"
        type={type}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <output>{value}</output>
    </>
  );
}

async function open(
  type: 'date' | 'datetime-local',
  timeZone = 'America/Chicago',
): Promise<ReturnType<typeof userEvent.setup>> {
  stubApi({}, aProfile({ timeZone }));
  await openWork(<Due type={type} />);
  return userEvent.setup();
}

const getOutput = (): string | undefined => document.querySelector('output')?.textContent;

it('takes a date as people say it, and shows it written out', async () => {
  const user = await open('date');
  const due = screen.getByRole('textbox', { name: 'Due' });
  await user.type(due, 'Nov 27 2030');
  await user.tab();
  expect(due).toHaveValue('Wed, Nov 27, 2030');
  expect(getOutput()).toBe('2030-11-27');
});

it('says that it does not keep a time where it has none', async () => {
  const user = await open('date');
  await user.type(screen.getByRole('textbox', { name: 'Due' }), 'Nov 27 2030 3pm');
  expect(screen.getByText('Wed, Nov 27, 2030, without a time')).toBeVisible();
});

it('takes a time with the date where it has one', async () => {
  const user = await open('datetime-local');
  const due = screen.getByRole('textbox', { name: 'Due' });
  await user.type(due, 'Nov 27 2030 3pm');
  await user.tab();
  expect(due).toHaveValue('Wed, Nov 27, 2030, 3:00 PM');
  expect(getOutput()).toBe('2030-11-27T15:00');
});

it('keeps an invalid date for correction, and does not send the previous date', async () => {
  const user = await open('date');
  const due = screen.getByRole('textbox', { name: 'Due' });
  await user.type(due, '2030-11-27');
  await user.tab();
  await user.clear(due);
  await user.type(due, 'soon');
  await user.tab();
  expect(due).toHaveValue('soon');
  expect(due).toBeInvalid();
  expect(due).toHaveAccessibleDescription('Enter a date, such as Fri or Nov 27');
});

it('is not left with a text that is no date, so that nobody saves that as none', async () => {
  const left = vi.fn<(value: string) => void>();
  stubApi({});
  await openWork(
    <DateInput
      aria-label="Due"
      type="date"
      defaultValue="2030-11-27"
      onBlur={({ target }) => left(target.value)}
    />,
  );
  const user = userEvent.setup();
  const due = screen.getByRole('textbox', { name: 'Due' });
  await user.clear(due);
  await user.type(due, 'soon');
  await user.click(document.body);
  expect(left).not.toHaveBeenCalled();
  await user.clear(due);
  await user.click(document.body);
  expect(left).toHaveBeenCalledExactlyOnceWith('');
});

it('keeps a form from being sent while it cannot be read', async () => {
  const onSubmit = vi.fn<() => void>();
  stubApi({});
  await openWork(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Due type="date" />
      <button type="submit">Save</button>
    </form>,
  );
  const user = userEvent.setup();
  const due = screen.getByRole('textbox', { name: 'Due' });
  await user.type(due, 'soon{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(due).toHaveFocus();
  await user.clear(due);
  await user.type(due, '11272030{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(getOutput()).toBe('2030-11-27');
});

it('gives its value to a caller that only reads it when the field is left', async () => {
  const onBlur = vi.fn<(value: string) => void>();
  stubApi({});
  await openWork(
    <DateInput
      aria-label="Due"
      type="date"
      defaultValue="2030-11-27"
      onBlur={({ target }) => onBlur(target.value)}
    />,
  );
  const user = userEvent.setup();
  const due = screen.getByRole('textbox', { name: 'Due' });
  expect(due).toHaveValue('Wed, Nov 27, 2030');
  await user.clear(due);
  await user.type(due, 'Dec 24 2030');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Choose a date' })).toHaveFocus();
  await user.tab();
  expect(onBlur).toHaveBeenCalledExactlyOnceWith('2030-12-24');
});

it.each([
  ['America/Chicago', 'Sunday'],
  ['Europe/Berlin', 'Monday'],
  ['Africa/Cairo', 'Saturday'],
])('is chosen in a calendar that starts the week in %s on %s', async (timeZone, first) => {
  const user = await open('date', timeZone);
  await user.type(screen.getByRole('textbox', { name: 'Due' }), '2030-11-27');
  await user.click(screen.getByRole('button', { name: 'Choose a date' }));
  expect((await screen.findAllByRole('columnheader'))[0]).toHaveAccessibleName(first);
  const [day] = screen.getAllByRole('gridcell');
  expect(within(day as HTMLElement).getByRole('button')).toHaveAccessibleName(new RegExp(`^${first}, `));
  await user.click(screen.getByRole('button', { name: 'Thursday, November 28, 2030' }));
  expect(getOutput()).toBe('2030-11-28');
});

it('sends its date under its name', async () => {
  stubApi({});
  await openWork(
    <form aria-label="Filter">
      <DateInput aria-label="From" name="from" type="date" defaultValue="2030-11-27" />
    </form>,
  );
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Filter' });
  expect([...new FormData(form)]).toEqual([['from', '2030-11-27']]);
});

it('is left once, when the focus goes elsewhere and not to its calendar', async () => {
  const onBlur = vi.fn<() => void>();
  stubApi({});
  await openWork(
    <div onBlur={onBlur}>
      <DateInput aria-label="Due" type="date" defaultValue="2030-11-27" />
    </div>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('textbox', { name: 'Due' }));
  await user.click(screen.getByRole('button', { name: 'Choose a date' }));
  await waitFor(() => expect(screen.getByRole('button', { name: /November 27/ })).toHaveFocus());
  expect(onBlur).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  const button = screen.getByRole('button', { name: 'Choose a date' });
  await waitFor(() => expect(button).toHaveFocus());
  await user.tab();
  expect(onBlur).toHaveBeenCalledOnce();
});
