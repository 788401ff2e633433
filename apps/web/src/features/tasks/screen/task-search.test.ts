import { describe, expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { queryOf, readSearch, writeSearch } from './task-search.ts';

const read = (address: string) => readSearch(new URLSearchParams(address));

describe('the address of the tasks', () => {
  it('holds view, filters and the day, and gives them back', () => {
    const address = `q=lease&assigneeId=none&priority=high&customerId=${anId(1)}&dueFrom=2026-11-01&view=calendar&month=2026-11&day=2026-11-21`;
    expect(writeSearch(new URLSearchParams(), read(address)).toString()).toBe(address);
  });

  it('leaves out what is not a value, so that an old link still opens', () => {
    expect(
      read('view=gantt&status=lost&priority=1&customerId=7&dueFrom=2026-02-30&day=x&month=2026-13'),
    ).toEqual({ view: 'list', filter: expect.any(Object), month: null, day: null });
    expect(Object.values(read('status=lost&dueFrom=2026-02-30').filter).filter(Boolean)).toEqual([]);
  });

  it('keeps parameters of others and drops the calendar’s own in other views', () => {
    const search = { ...read('view=calendar&day=2026-11-21'), view: 'board' } as const;
    expect(writeSearch(new URLSearchParams('task=1&day=2026-11-21'), search).toString()).toBe(
      'task=1&view=board',
    );
  });
});

describe('what is asked for', () => {
  it('is everything that is not done, unless a status is chosen', () => {
    expect(queryOf({ q: 'lease', priority: undefined })).toEqual({
      q: 'lease',
      status: ['open', 'in_progress', 'waiting'],
    });
    expect(queryOf({ status: 'done' })).toEqual({ status: ['done'] });
  });
});
