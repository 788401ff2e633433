import { describe, expect, it } from 'vitest';
import {
  findUnfilledFields,
  getFirstName,
  parseTemplate,
  renderTemplate,
  type TemplateKind,
  type TemplateValues,
} from './mail-template.ts';

const values: TemplateValues = {
  'customer.firstName': 'Ann',
  'customer.name': 'Ann Abbott',
  'customer.company': '',
  'customer.email': 'ann@clients.test',
  'broker.name': 'Bo Broker',
  'broker.email': 'bo@brokers.test',
  'broker.phone': '',
  'workspace.name': 'Harbor Brokers',
  today: 'November 21, 2026',
};

function render(source: string, kind: TemplateKind = 'text', more: Partial<TemplateValues> = {}) {
  const { template, problem } = parseTemplate(source, kind);
  if (template === null) throw new Error(problem);
  return renderTemplate(template, { ...values, ...more });
}
const findProblem = (source: string, kind: TemplateKind = 'text') => parseTemplate(source, kind).problem;

describe('a template', () => {
  it('puts in the values of its fields, however they are spaced and cased', () => {
    expect(render('Dear {{customer.firstName}}, {{ CUSTOMER.name }} of {{workspace.name}}').content).toBe(
      'Dear Ann, Ann Abbott of Harbor Brokers',
    );
    expect(render('<p>{{&nbsp;today&nbsp;}}</p>', 'html').content).toBe('<p>November 21, 2026</p>');
  });

  it('falls back where a value is empty, and otherwise says what is missing', () => {
    expect(render('Hi {{customer.company|you | them}}')).toEqual({ content: 'Hi you | them', missing: [] });
    expect(render('{{customer.company}} {{customer.company}} {{broker.phone | }}')).toEqual({
      content: '{{customer.company}} {{customer.company}} {{broker.phone | }}',
      missing: ['customer.company', 'broker.phone'],
    });
    expect(render('<b>{{customer.company}}</b>', 'html').content).toBe(
      '<b><mark>{{customer.company}}</mark></b>',
    );
    expect(render('{{customer.company|&lt;you&gt;}}', 'html').content).toBe('&lt;you&gt;');
  });

  it('shows a value as text, whatever it contains', () => {
    const name = '<script>alert(1)</script> & "Co" \'x\'';
    expect(render('<p>{{customer.name}}</p>', 'html', { 'customer.name': name }).content).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot; &#39;x&#39;</p>',
    );
    expect(render('{{customer.name}}', 'text', { 'customer.name': name }).content).toBe(name);
  });

  it('keeps other scripts and emoji, but no direction marks or line breaks in values', () => {
    const name = '\u202Eעדה\u2066 לוי\r\nBcc: x@evil.test 👩🏽‍⚕️';
    expect(render('Dear {{customer.name}}!', 'line', { 'customer.name': name }).content).toBe(
      'Dear עדה לוי Bcc: x@evil.test 👩🏽‍⚕️!',
    );
  });

  it('does not read fields in values', () => {
    const more = { 'customer.name': '{{customer.email}}', 'customer.firstName': '$& {{' };
    expect(render('{{customer.name}} {{customer.firstName}}', 'text', more)).toEqual({
      content: '{{customer.email}} $& {{',
      missing: [],
    });
  });

  it('refuses a field that it does not know, by its name', () => {
    expect(findProblem('Dear {{customer.shoeSize|x}}')).toBe('There is no field {{customer.shoeSize|x}}.');
    expect(findProblem('{{}}')).toBe('There is no field {{}}.');
    expect(findProblem('{{constructor}}')).toContain('constructor');
  });

  it('rejects incomplete fields and fields inside a tag', () => {
    expect(findProblem('Dear {{customer.name')).toContain('{{customer.name');
    expect(findProblem('Dear customer.name}}')).toContain('}}');
    expect(findProblem('{{customer.<b>name</b>}}', 'html')).toContain('Not valid:');
    expect(findProblem('{{{today}}}')).toContain('Not valid:');
    expect(findProblem('<a href="https://x.test/{{customer.email}}">x</a>', 'html')).toContain(
      'not in links',
    );
    expect(findProblem('1 < 2 {{today}}', 'text')).toBeNull();
    expect(findProblem('{ not a field }')).toBeNull();
  });
});

it('finds the fields left in a text, and ignores other braces', () => {
  expect(findUnfilledFields('{{customer.company|you}} {{x}} {{ today }} {{today}} {}')).toEqual([
    'customer.company',
    'today',
  ]);
});

describe('a first name', () => {
  it.each([
    ['Ann Abbott', 'Ann'],
    ['Dr. Ann Abbott', 'Ann'],
    ['Dr. Ann Abbott, DDS', 'Ann'],
    ['Ann Abbott, Ph.D.', 'Ann'],
    ['Ann Abbott, PhD', 'Ann'],
    ['Ann Abbott, MD FACS', 'Ann'],
    ['Ann Abbott, LCSW, BCBA-D', 'Ann'],
    ['ANN ABBOTT, PHARMD', 'ANN'],
    ['Ann Abbott, Jr.', 'Ann'],
    ['ABBOTT, ANN M', 'ANN'],
    ['ABBOTT, ANN', 'ANN'],
    ['LEE, BO MD', 'BO'],
    ['Abbott, Ann', 'Ann'],
    ['Prof. Dr. 李 明', '李'],
    ['Cher', 'Cher'],
    ['Dr.', ''],
    ['', ''],
  ])('of %j is %j', (name, first) => expect(getFirstName(name)).toBe(first));
});
