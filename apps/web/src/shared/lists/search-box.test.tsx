import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

const onSearch = vi.fn<(text: string) => void>();
const renderBox = (value: string) => (
  <SearchBox noun="customers" fields="name" value={value} onSearch={onSearch} />
);

beforeEach(() => onSearch.mockReset());

/** Renders the search box, with functions to type and to change the address. */
function open(value = '') {
  const { rerender } = render(renderBox(value));
  const user = userEvent.setup();
  const input = screen.getByRole('searchbox');
  const type = async (text: string, whole: string): Promise<void> => {
    await user.type(input, text);
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith(whole));
  };
  return { input, user, type, show: (next: string) => rerender(renderBox(next)) };
}

describe('the text of a search box', () => {
  it('stays while the address follows late', async () => {
    const { input, type, show } = open();
    await type('abb', 'abb');
    expect(input).toHaveValue('abb');
    await type('ott', 'abbott');
    show('abb');
    expect(input).toHaveValue('abbott');
    show('abbott');
    expect(input).toHaveValue('abbott');
  });

  it('keeps a space at its end, which the address does not have', async () => {
    const { input, type, show } = open();
    await type('amara ', 'amara');
    show('amara');
    expect(input).toHaveValue('amara ');
  });

  it('is replaced by what the address says otherwise, such as after Back and “Clear filters”', async () => {
    const { input, type, show } = open('rosa');
    expect(input).toHaveValue('rosa');
    await type(' z', 'rosa z');
    show('rosa z');
    show('rosa');
    expect(input).toHaveValue('rosa');
    show('');
    expect(input).toHaveValue('');
  });

  it('is searched for at once by Enter, and only once', async () => {
    const { input, user } = open();
    await user.type(input, 'amara{Enter}{Enter}');
    expect(onSearch.mock.calls).toEqual([['amara']]);
  });
});
