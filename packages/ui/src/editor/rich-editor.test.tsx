import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { RichEditor as LazyEditor } from './lazy-rich-editor.tsx';
import { PlainEditor } from './plain-editor.tsx';
import RichEditor, { type RichEditorProps } from './rich-editor.tsx';

// jsdom has no layout, but the editor still uses it.
beforeAll(() => {
  const nowhere = { top: 0, left: 0, bottom: 0, right: 0, width: 0, height: 0, x: 0, y: 0 };
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => ({ ...nowhere, toJSON: () => nowhere });
  document.elementFromPoint = () => null;
});

function Editor({ onChange, value, ...props }: Partial<RichEditorProps>): ReactElement {
  const [html, setHtml] = useState(value ?? '');
  return (
    <>
      <RichEditor
        label="Text"
        {...props}
        value={html}
        onChange={(next) => {
          setHtml(next);
          onChange?.(next);
        }}
      />
      <button type="button" onClick={() => setHtml('<p>From outside</p>')}>
        Replace
      </button>
    </>
  );
}

function selectAll(): void {
  const text = screen.getByRole('textbox', { name: 'Text' });
  text.focus();
  window.getSelection()?.selectAllChildren(text);
  document.dispatchEvent(new Event('selectionchange'));
}

it('shows its value and reports a change as HTML, with the button pressed', async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Editor value="<p>Some words</p>" onChange={onChange} />);
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('Some words');
  selectAll();
  const bold = screen.getByRole('button', { name: 'Bold' });
  expect(bold).toHaveAttribute('aria-pressed', 'false');
  await user.click(bold);
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('<p><strong>Some words</strong></p>'));
  expect(bold).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('<p>Some words</p>'));
});

it.each([
  ['Italic', '<p><em>Words</em></p>'],
  ['Underline', '<p><u>Words</u></p>'],
  ['Bulleted list', '<ul><li><p>Words</p></li></ul>'],
  ['Numbered list', '<ol><li><p>Words</p></li></ol>'],
  ['Quote', '<blockquote><p>Words</p></blockquote>'],
  ['Heading H1', '<h2>Words</h2>'],
  ['Subheading H2', '<h3>Words</h3>'],
])('%s gives %s', async (name, html) => {
  const onChange = vi.fn<(html: string) => void>();
  const user = userEvent.setup();
  render(<Editor hasHeadings value="<p>Words</p>" onChange={onChange} />);
  selectAll();
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(onChange.mock.lastCall?.[0].replace(/<p><\/p>$/, '')).toBe(html));
});

it('accepts only URLs as links', async () => {
  const onChange = vi.fn<(html: string) => void>();
  const user = userEvent.setup();
  render(<Editor value="<p>Words</p>" onChange={onChange} />);
  selectAll();
  await user.click(screen.getByRole('button', { name: 'Link' }));
  const address = screen.getByRole('textbox', { name: 'Link URL' });
  await user.type(address, 'javascript:alert(1){Enter}');
  expect(screen.getByText(/Enter a URL/)).toBeVisible();
  await user.clear(address);
  await user.type(address, 'example.com{Enter}');
  await waitFor(() => expect(onChange.mock.lastCall?.[0]).toContain('href="https://example.com"'));
  expect(screen.queryByRole('textbox', { name: 'Link URL' })).toBeNull();
});

it('is one stop of the Tab key, with the arrow keys inside', async () => {
  const user = userEvent.setup();
  render(<Editor />);
  expect(screen.getByRole('toolbar', { name: 'Formatting of: Text' })).toBeVisible();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Italic' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('button', { name: 'Redo' })).toHaveFocus();
  await user.keyboard('{Home}{End}');
  expect(screen.getByRole('button', { name: 'Redo' })).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('button', { name: 'Bold' })).toHaveAttribute('tabindex', '-1');
  await user.tab();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveFocus();
});

it('drops unsupported content, follows its value, and shows errors and remaining characters', async () => {
  const user = userEvent.setup();
  const { rerender } = render(
    <RichEditor label="Text" value={'<p onclick="x()">Hi</p><script>1</script>'} onChange={vi.fn()} />,
  );
  expect(screen.getByRole('textbox', { name: 'Text' }).innerHTML).toBe('<p>Hi</p>');
  rerender(<RichEditor label="Text" value="<p>Hi</p>" maxLength={10} onChange={vi.fn()} />);
  expect(screen.getByText('1 of 10 characters left')).toBeVisible();
  rerender(<RichEditor label="Text" value="<p>Hi</p>" error="Too short" onChange={vi.fn()} />);
  const text = screen.getByRole('textbox', { name: 'Text' });
  expect(text).toHaveAttribute('aria-invalid', 'true');
  expect(text).toHaveAccessibleDescription('Too short');
  rerender(<Editor value="<p>Old</p>" />);
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('From outside'),
  );
});

it('adds no style element, which the content security policy would reject', () => {
  const before = document.querySelectorAll('style[data-tiptap-style]').length;
  render(<Editor value="<p>Words</p>" />);
  expect(document.querySelectorAll('style[data-tiptap-style]')).toHaveLength(before);
  expect(before).toBe(0);
});

it('writes above the signature where one clicks into an empty mail, and keeps it as a block of its own', async () => {
  const onChange = vi.fn<(html: string) => void>();
  const user = userEvent.setup();
  render(
    <Editor
      hasSignature
      placeholder="Write"
      value='<p></p><div data-signature=""><p>Sam</p></div>'
      onChange={onChange}
    />,
  );
  expect(document.querySelector('[data-placeholder="Write"]')).not.toBeNull();
  await user.pointer({ keys: '[MouseLeft]', target: screen.getByText('Sam') });
  await user.click(screen.getByRole('button', { name: 'Bulleted list' }));
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith(
      '<ul><li><p></p></li></ul><div data-signature=""><p>Sam</p></div>',
    ),
  );
});

it('can be read only, without a toolbar', () => {
  render(<Editor isReadOnly value="<p>Words</p>" />);
  const text = screen.getByRole('textbox', { name: 'Text' });
  expect(text).toHaveAttribute('contenteditable', 'false');
  expect(text).toHaveAttribute('aria-readonly', 'true');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

it('is a plain field until its code loads, and keeps typed text', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(html: string) => void>();
  const Part = ({ as: As }: { as: typeof PlainEditor }): ReactElement => {
    const [html, setHtml] = useState('<p></p><div data-signature=""><p>Sam</p></div>');
    onChange(html);
    return <As hasSignature label="Text" value={html} onChange={setHtml} />;
  };
  const { unmount } = render(<Part as={PlainEditor} />);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), '1 < 2{Enter}Ann');
  expect(onChange).toHaveBeenLastCalledWith(
    '<p>1 &lt; 2</p><p>Ann</p><div data-signature=""><p>Sam</p></div>',
  );
  unmount();
  render(<Part as={LazyEditor} />);
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('localName', 'textarea');
  expect(await screen.findByRole('toolbar')).toBeVisible();
});

it('makes formatted text read-only while it is a plain field', () => {
  render(<PlainEditor label="Plain" value="<p>So <strong>bold</strong></p>" onChange={vi.fn()} />);
  expect(screen.getByRole('textbox', { name: 'Plain' })).toHaveAttribute('readonly');
});

const fields = [
  { label: 'Customer’s first name', text: '{{customer.firstName|there}}' },
  { label: 'Broker’s name', text: '{{broker.name}}' },
];

it('shows the fields of a mail as chips, and stores them as they are written', async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  const value = '<p>Hello {{customer.firstName|there}}, {{unknown}}</p>';
  render(<Editor value={value} inserts={fields} insertLabel="Insert field" onChange={onChange} />);
  const text = screen.getByRole('textbox', { name: 'Text' });
  expect(text).toHaveTextContent('Hello Customer’s first name, or “there”, {{unknown}}');
  expect(screen.getByTitle('{{customer.firstName|there}}')).toHaveAttribute('contenteditable', 'false');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Insert field' }), 'Broker’s name');
  expect(screen.getByTitle('{{broker.name}}')).toHaveTextContent('Broker’s name');
  expect(onChange.mock.lastCall?.[0]).toContain('{{broker.name}}');
  expect(onChange.mock.lastCall?.[0]).toContain('{{customer.firstName|there}}');
  expect(onChange.mock.lastCall?.[0]).not.toContain('data-field');
});

it('removes a field as a whole', async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Editor value="<p></p>" inserts={fields} insertLabel="Insert field" onChange={onChange} />);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Insert field' }), 'Broker’s name');
  expect(onChange).toHaveBeenLastCalledWith('<p>{{broker.name}}</p>');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' })).toHaveFocus());
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(''));
  expect(screen.queryByTitle('{{broker.name}}')).toBeNull();
});
