import type { Document } from '@handover/contract/documents/documents.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeWorkspaceId } from '#shared/api/stored-session.ts';
import { anId } from '#test-setup/records.ts';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import ClientDocuments from './client-documents.tsx';
import DocumentList from './document-list.tsx';

const of = { type: 'customer', id: anId(7) } as const;
const aDocument = (number: number, changes: Partial<Document> = {}): Document => ({
  id: anId(number),
  name: `file-${String(number)}.pdf`,
  contentType: 'application/pdf',
  kind: 'pdf',
  sizeBytes: 1_400_000,
  number: 1,
  audience: 'staff',
  folder: null,
  legalHolds: [],
  tags: [],
  records: [],
  createdBy: { id: anId(1), displayName: 'Avery' },
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
  availableAt: '2026-11-20T15:00:00.000Z',
  deletedAt: null,
  version: 3,
  abilities: { canUpdate: true, canDelete: true, canPlaceLegalHold: false },
  ...changes,
});
const createDocumentResponses = (...documents: Document[]) => {
  const page = { documents, similar: [], matched: {}, total: documents.length, nextCursor: null };
  return { 'GET /documents': () => page };
};
const show = (canUpload = true) => openWork(<DocumentList of={of} canUpload={canUpload} />);
const listRows = () => within(screen.getByRole('list', { name: 'Files' }));

/** An upload request whose response the test controls. */
class Request extends EventTarget {
  static sent: Request[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  url = '';
  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(): void {
    Request.sent.push(this);
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
    this.dispatchEvent(new Event('loadend'));
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
    this.dispatchEvent(new Event('loadend'));
  }
}
const getSentRequest = (index: number): Request => {
  const request = Request.sent[index];
  if (request === undefined) throw new Error(`No upload ${String(index)}`);
  return request;
};
const choose = async (...files: File[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.setup().upload(input as HTMLInputElement, files);
};

beforeEach(() => {
  Request.sent = [];
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(async () => {
  // Ends unfinished uploads, which would go on during the next test.
  await act(async () => Request.sent.forEach((request) => request.fail()));
});

describe('the list', () => {
  it('shows name, size, and author of each file, and which the client sees', async () => {
    const name = `${'long '.repeat(40)}📊 חוזה.pdf`;
    const calls = stubApi(
      createDocumentResponses(aDocument(1, { audience: 'client' }), aDocument(2, { name })),
    );
    await show();
    expect(await screen.findByRole('button', { name: 'file-1.pdf' })).toBeVisible();
    expect(listRows().getAllByText(/1.4 MB · Avery/)).toHaveLength(2);
    expect(listRows().getAllByText('Shared')).toHaveLength(1);
    expect(listRows().getByText(name.replace(/\s+/g, ' '))).toBeVisible();
    const query = calls.find(({ path }) => path === '/documents')?.query.toString();
    expect(query).toBe(`recordType=customer&recordId=${of.id}`);
  });

  it('says which file of a data room buyers cannot open', async () => {
    stubApi(createDocumentResponses(aDocument(1), aDocument(2, { isInRoom: true, isClosedToBuyers: true })));
    await show();
    expect(await screen.findAllByText(/^Buyers can’t open this type of file/)).toHaveLength(1);
  });

  it('shows empty and failed states, and offers uploads only with permission', async () => {
    stubApi(createDocumentResponses());
    const { unmount } = await show(false);
    expect(await screen.findByText('No files yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
    unmount();
    stubApi({ 'GET /documents': () => errorResponse(403, 'FORBIDDEN') });
    await show();
    expect(await screen.findByText('The files could not be loaded')).toBeVisible();
    expect(screen.getByText('FORBIDDEN.')).toBeVisible();
  });

  it('downloads by a ticket', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    stubApi({
      ...createDocumentResponses(
        aDocument(1, { name: 'file-1.zip', contentType: 'application/zip', kind: 'other' }),
      ),
      'POST /documents/{id}/ticket': () => ({ ticket: { url: '/api/tickets/t', expiresAt: '' } }),
    });
    await show();
    await userEvent.setup().click(await screen.findByRole('button', { name: 'file-1.zip' }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    click.mockRestore();
  });

  it('shows the text of an Office file in a dialog', async () => {
    const user = userEvent.setup();
    const word = { name: 'offer.docx', contentType: 'application/x', kind: 'text_document' } as const;
    stubApi({
      ...createDocumentResponses(aDocument(1, word)),
      'GET /documents/{id}/text': () => ({
        text: { state: 'ready', isCut: false, pages: [{ title: null, text: 'We offer <b>$1</b>' }] },
      }),
    });
    await show();
    await user.click(await screen.findByRole('button', { name: 'offer.docx' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'offer.docx' }));
    expect(await dialog.findByText('We offer <b>$1</b>')).toBeVisible();
  });

  it('shows an image in a dialog', async () => {
    const user = userEvent.setup();
    stubApi({
      ...createDocumentResponses(
        aDocument(1, { name: 'front.png', contentType: 'image/png', kind: 'image' }),
      ),
      'POST /documents/{id}/ticket': () => ({ ticket: { url: '/api/tickets/t', expiresAt: '' } }),
    });
    await show();
    await user.click(await screen.findByRole('button', { name: 'front.png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'front.png' }));
    expect(dialog.getByRole('img', { name: 'front.png' })).toHaveAttribute('src', '/api/tickets/t');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('renames, shares, and deletes with undo', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      ...createDocumentResponses(aDocument(1)),
      'PATCH /documents/{id}': () => ({ document: aDocument(1) }),
      'DELETE /documents/{id}': () => undefined,
      'POST /documents/{id}/restore': () => ({ document: aDocument(1) }),
    });
    await show();
    const pick = async (action: string) => {
      await user.click(await screen.findByRole('button', { name: 'Actions for file-1.pdf' }));
      await user.click(await screen.findByRole('menuitem', { name: action }));
    };
    await pick('Rename');
    const input = await screen.findByLabelText('Name');
    await user.clear(input);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Required')).toBeVisible();
    await user.type(input, 'lease.pdf{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    await pick('Share with client');
    await pick('Move to trash');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(
        calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]),
      ).toEqual([
        ['PATCH', { name: 'lease.pdf', version: 3 }],
        ['PATCH', { audience: 'client', version: 3 }],
        ['DELETE', null],
        ['POST', null],
      ]),
    );
  });
});

describe('an upload', () => {
  it('goes one after another with its progress, and refreshes the list', async () => {
    const calls = stubApi(createDocumentResponses());
    await show();
    await choose(new File(['one'], 'one.pdf'), new File(['two'], 'two.pdf'));
    expect(await screen.findByLabelText('Uploading two.pdf')).toHaveAttribute('aria-valuenow', '0');
    expect(Request.sent).toHaveLength(1);
    expect(getSentRequest(0).url).toBe(`/api/documents?recordType=customer&recordId=${of.id}&name=one.pdf`);
    act(() => {
      getSentRequest(0).upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));
    });
    await waitFor(() =>
      expect(screen.getByLabelText('Uploading one.pdf')).toHaveAttribute('aria-valuenow', '25'),
    );
    const before = calls.length;
    act(() => getSentRequest(0).answer(201, { document: aDocument(1) }));
    await waitFor(() => expect(Request.sent).toHaveLength(2));
    await waitFor(() => expect(screen.queryByLabelText('Uploading one.pdf')).toBeNull());
    expect(calls.slice(before).map(({ path }) => path)).toContain('/documents');
  });

  it('that is dropped and fails says why, and is retried with the same idempotency key', async () => {
    const user = userEvent.setup();
    stubApi(createDocumentResponses());
    await show();
    const target = screen.getByRole('button', { name: 'Add files' }).parentElement ?? document.body;
    fireEvent.drop(target, { dataTransfer: { files: [new File(['x'], 'plan.pdf')] } });
    await waitFor(() => expect(Request.sent).toHaveLength(1));
    act(() =>
      getSentRequest(0).answer(503, {
        status: 503,
        code: 'UNAVAILABLE',
        title: 'x',
        detail: 'The disk is full.',
      }),
    );
    expect(await screen.findByText('The disk is full.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(Request.sent).toHaveLength(2));
    expect(getSentRequest(1).headers.get('Idempotency-Key')).toBe(
      getSentRequest(0).headers.get('Idempotency-Key'),
    );
    act(() => getSentRequest(1).answer(201, { document: aDocument(1) }));
    await waitFor(() => expect(screen.queryByText('plan.pdf')).toBeNull());
  });

  it('is canceled with one click, and the next one starts', async () => {
    const user = userEvent.setup();
    stubApi(createDocumentResponses());
    await show();
    await choose(new File(['one'], 'one.pdf'), new File(['two'], 'two.pdf'));
    await user.click(await screen.findByRole('button', { name: 'Cancel one.pdf' }));
    expect(screen.queryByText('one.pdf')).toBeNull();
    await waitFor(() => expect(Request.sent).toHaveLength(2));
    expect(getSentRequest(1).url).toContain('two.pdf');
  });

  it('that loses the connection pauses the files behind it, and all are sent again with one click', async () => {
    const user = userEvent.setup();
    stubApi(createDocumentResponses());
    await show();
    const isFree = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await choose(...Array.from({ length: 25 }, (_, index) => new File(['x'], `${String(index)}.pdf`)));
    expect(await screen.findByText('5 more files to upload')).toBeVisible();
    expect(isFree()).toBe(false);
    act(() => getSentRequest(0).fail());
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    expect(screen.getByText('25 files not uploaded')).toBeVisible();
    expect(screen.queryByText(/more files to upload/)).toBeNull();
    expect(Request.sent).toHaveLength(1);
    expect(isFree()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Retry all' }));
    expect(screen.queryByText('25 files not uploaded')).toBeNull();
    // The file that failed is sent last, since it may be the reason.
    expect(getSentRequest(1).url).toContain('1.pdf');
    expect(isFree()).toBe(false);
  });

  it('stops, with the files behind it, when another workspace is opened', async () => {
    stubApi(createDocumentResponses());
    await show();
    await choose(new File(['one'], 'one.pdf'), new File(['two'], 'two.pdf'));
    await waitFor(() => expect(Request.sent).toHaveLength(1));
    act(() => storeWorkspaceId(anId(2)));
    expect(await screen.findByText('2 files not uploaded')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Resume' })).toHaveLength(2);
    expect(Request.sent).toHaveLength(1);
  });

  it('says that a large file was already added when it is canceled too late', async () => {
    stubApi({
      ...createDocumentResponses(),
      'GET /uploads/{id}': () => ({ upload: { id: anId(5), offset: 0, documentId: null } }),
      'DELETE /uploads/{id}': () => errorResponse(409, 'CONFLICT'),
    });
    await show();
    await choose(new File([new Uint8Array(9 * 1024 ** 2)], 'movie.mov'));
    await waitFor(() => expect(Request.sent).toHaveLength(1));
    act(() => getSentRequest(0).answer(201, { upload: { id: anId(5) } }));
    await waitFor(() => expect(Request.sent).toHaveLength(2));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel movie.mov' }));
    expect(await screen.findByText('movie.mov was already added.')).toBeVisible();
  });

  it('that is too large is not sent and can only be dismissed', async () => {
    const user = userEvent.setup();
    stubApi(createDocumentResponses());
    await show();
    const file = new File(['x'], 'movie.mov');
    Object.defineProperty(file, 'size', { value: 11 * 1024 ** 3 });
    await choose(file);
    expect(await screen.findByText('This file is larger than 10 GB.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Dismiss movie.mov' }));
    expect(screen.queryByText('movie.mov')).toBeNull();
    expect(Request.sent).toEqual([]);
  });
});

it('shows clients their files without actions', async () => {
  const abilities = { canUpdate: false, canDelete: false, canPlaceLegalHold: false };
  const calls = stubApi(createDocumentResponses(aDocument(1, { audience: 'client', abilities })));
  await openWork(<ClientDocuments />);
  expect(await screen.findByRole('button', { name: 'file-1.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
  expect(calls.find(({ path }) => path === '/documents')?.query.size).toBe(0);
});

it('lets clients open a file only once it has been checked, and staff before', async () => {
  const file = aDocument(1, { check: 'waiting' });
  stubApi(createDocumentResponses(file), aProfile({ role: 'CLIENT', areas: [] }));
  const { unmount } = await openWork(<ClientDocuments />);
  expect(await screen.findByText('This file is still being checked')).toBeVisible();
  expect(screen.getByRole('button', { name: file.name })).toBeDisabled();
  unmount();
  stubApi(createDocumentResponses(file));
  await show();
  expect(await screen.findByRole('button', { name: file.name })).toBeEnabled();
});

it('keeps a file closed to clients that could not be checked', async () => {
  const file = aDocument(1, { check: 'unfinished' });
  stubApi(createDocumentResponses(file), aProfile({ role: 'CLIENT', areas: [] }));
  await openWork(<ClientDocuments />);
  expect(await screen.findByText('This file could not be checked')).toBeVisible();
  expect(screen.getByRole('button', { name: file.name })).toBeDisabled();
});

describe('a file that is marked with the reader’s name', () => {
  const marked = {
    isMarked: true,
    abilities: { canUpdate: false, canDelete: false, canPlaceLegalHold: false },
  };

  it('is shown as pages without a download if it is not a PDF', async () => {
    stubApi({
      ...createDocumentResponses(aDocument(1, { ...marked, name: 'rent.xlsx', kind: 'spreadsheet' })),
      'GET /documents/{id}/pages': () => ({ pages: { pageCount: 0, sizes: [] } }),
    });
    const user = userEvent.setup();
    await openWork(<ClientDocuments />);
    await user.click(await screen.findByRole('button', { name: 'rent.xlsx' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'rent.xlsx' }));
    expect(await dialog.findByRole('region', { name: 'Pages of rent.xlsx' })).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  it('that has no pages asks for a PDF', async () => {
    stubApi(createDocumentResponses(aDocument(1, { ...marked, name: 'files.zip', kind: 'other' })));
    const user = userEvent.setup();
    await openWork(<ClientDocuments />);
    await user.click(await screen.findByRole('button', { name: 'files.zip' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'files.zip' }));
    expect(await dialog.findByText('Ask for a PDF')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  it('says why it cannot be downloaded', async () => {
    const detail = 'This PDF needs a password, so it cannot be watermarked. Ask for another copy.';
    stubApi({
      ...createDocumentResponses(aDocument(1, marked)),
      'GET /documents/{id}/pages': () => ({ pages: { pageCount: 0, sizes: [] } }),
      'POST /documents/{id}/ticket': () => ({ ticket: { url: '/api/tickets/t', expiresAt: '' } }),
      'GET /tickets/t': () => errorResponse(422, 'RULE_BROKEN', { detail }),
    });
    const user = userEvent.setup();
    await openWork(<ClientDocuments />);
    await user.click(await screen.findByRole('button', { name: 'file-1.pdf' }));
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText(detail)).toBeVisible();
  });
});
