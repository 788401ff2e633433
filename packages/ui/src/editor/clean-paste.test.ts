import { expect, it } from 'vitest';
import { cleanPaste } from './clean-paste.ts';

it('turns list paragraphs pasted from Word into lists, and drops its markers', () => {
  const item = (mark: string, text: string): string =>
    `<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;
  const pasted = `<html><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal>Two things:<o:p>&nbsp;</o:p></p>${item('·', 'One')}${item('·', '<b>Two</b>')}<p class=MsoNormal>Then</p>${item('1.', 'First')}<!--EndFragment--></body></html>`;
  expect(cleanPaste(pasted).replaceAll(/ (?:class|style|data-word)="[^"]*"/g, '')).toBe(
    '<p>Two things:</p><ul><li>One</li><li><b>Two</b></li></ul><p>Then</p><ol><li>First</li></ol>',
  );
});

it('does not paste a second signature from another email', () => {
  expect(cleanPaste('<p>Hi</p><div data-signature=""><p>Sam</p></div>')).toBe(
    '<p>Hi</p><div><p>Sam</p></div>',
  );
});
