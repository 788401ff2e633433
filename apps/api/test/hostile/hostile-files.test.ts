import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { createPdf, readFiles } from '#test/files.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPhoto } from '#test/pictures.ts';
import { createZip } from '#test/zip-entries.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});
afterAll(() => api.close());

const script = '<html><script>alert(1)</script></html>';
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const plain = 'text/plain; charset=utf-8';
const paragraph = '<w:document><w:body><w:p><w:r><w:t>Terms</w:t></w:r></w:p></w:body></w:document>';

const files: readonly {
  what: string;
  name: string;
  bytes: () => Buffer | Promise<Buffer>;
  type: string;
  /** The state of its text, and whether it has pages to draw. */
  text: string;
  hasPages?: boolean;
}[] = [
  {
    what: 'a page that calls itself a PDF',
    name: 'lease.pdf',
    bytes: () => Buffer.from(script),
    type: plain,
    text: 'ready',
  },
  {
    what: 'a drawing with a script',
    name: 'logo.svg',
    bytes: () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
      ),
    type: plain,
    text: 'ready',
  },
  {
    what: 'a page that ends as a PDF',
    name: 'lease.html',
    bytes: async () => Buffer.concat([Buffer.from(script), await createPdf('Lease')]),
    type: 'application/octet-stream',
    text: 'none',
  },
  {
    what: 'a PDF that ends as a page and as a ZIP file',
    name: 'lease.pdf',
    bytes: async () =>
      Buffer.concat([
        await createPdf('Lease'),
        Buffer.from(script),
        createZip([['word/document.xml', paragraph]]),
      ]),
    type: 'application/pdf',
    text: 'ready',
    hasPages: true,
  },
  {
    what: 'a picture that is a script as well',
    name: 'a.js',
    bytes: () => Buffer.from(`GIF89a=1;/*${script}*/alert(1)`),
    type: 'image/gif',
    text: 'none',
  },
  {
    what: 'a photo with a page behind it',
    name: 'photo.html',
    bytes: () => Buffer.concat([aPhoto(), Buffer.from(script)]),
    type: 'image/jpeg',
    text: 'none',
  },
  {
    what: 'a document with macros',
    name: 'terms.docm',
    bytes: () =>
      createZip([
        ['word/document.xml', paragraph],
        ['word/vbaProject.bin', 'Sub AutoOpen() Shell "calc" End Sub'],
      ]),
    type: word,
    text: 'ready',
  },
  {
    what: 'a document with a path out of its folder, and an entity that reads a file',
    name: 'terms.docx',
    bytes: () =>
      createZip([
        ['../../word/document.xml', paragraph],
        [
          'word/document.xml',
          `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${paragraph.replace('Terms', '&e;')}`,
        ],
      ]),
    type: word,
    text: 'ready',
  },
  {
    what: 'a program that calls itself a workbook',
    name: 'figures.xlsx',
    bytes: () => Buffer.from('MZ\u0090\u0000\u0003\u0000'),
    type: 'application/octet-stream',
    text: 'none',
  },
];

it.each(files)(
  '$what is stored by its actual type, read without being executed, and served as an attachment',
  async ({ name, bytes, type, text, hasPages = false }) => {
    const added = await admin.upload(`/documents?name=${encodeURIComponent(name)}`, await bytes());
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const { id } = added.body.document;
    await readFiles(api, workspaceId);
    const found = (await admin.get(`/documents/${id}/text`)).body.text;
    expect(found.state).toBe(text);
    expect(JSON.stringify(found)).not.toContain('root:');
    expect((await admin.get(`/documents/${id}/pages`)).status).toBe(hasPages ? 200 : 422);
    const { ticket } = (await admin.post(`/documents/${id}/ticket`)).body;
    const sent = await api.app.inject({ url: ticket.url });
    expect(sent.statusCode).toBe(200);
    expect(sent.headers).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  },
);

it.each([
  ['a path', '../../etc/passwd.pdf', 'passwd.pdf'],
  ['a path of Windows', String.raw`..\..\lease.pdf`, 'lease.pdf'],
  ['nothing but dots', '...', 'file'],
  ['a NUL and line breaks', 'lease\u0000\r\n.pdf', 'lease.pdf'],
  ['letters turned around', 'lease\u202Efdp.exe', 'leasefdp.exe'],
  ['a picture of four bytes', '🦷 lease.pdf', '🦷 lease.pdf'],
  ['Hebrew', 'חוזה.pdf', 'חוזה.pdf'],
  ['markup', '<img src=x onerror=alert(1)>.pdf', '_img src=x onerror=alert(1)_.pdf'],
  ['300 characters', `${'é'.repeat(300)}.pdf`, `${'é'.repeat(196)}.pdf`],
])('a name with %s is made harmless', async (_what, name, kept) => {
  const { status, body } = await admin.upload(`/documents?name=${encodeURIComponent(name)}`, 'bytes');
  expect([status, body.document?.name]).toEqual([201, kept]);
  const { ticket } = (await admin.post(`/documents/${String(body.document.id)}/ticket`)).body;
  expect((await api.app.inject({ url: ticket.url })).headers['content-disposition']).not.toMatch(/[\r\n]/);
});
