import { expect, it } from 'vitest';
import { hasOldPhrase } from './old-phrases.js';

it.each([
  'It works once, and not for long.',
  'This is where invoices and payments stand.',
  'Show more (5 of 6)',
  'Sign in to go on.',
  'Anne has become part of Ann already.',
  'Stage: “someday” is none of the stages: Lead, Valuation.',
  'Template put in',
  'What stands behind the | goes where a field is empty.',
  'Asked of the client',
  'Roles are in force at once',
  'Choose what you hear of',
  'Nothing waits to be filed',
  'Send an e-mail',
  'It is gone for everybody who works here.',
  'Restored what you typed.',
  'The organisation of colours',
])('finds the old phrase in “%s”', (text) => {
  expect(hasOldPhrase(text)).toBe(true);
});

it.each([
  'The link can be used once and expires in 60 minutes.',
  'Show 25 more',
  'Anne was already merged into Ann.',
  'Template inserted',
  'Text after | is used when the field is empty.',
  'Client task',
  'Role changes apply immediately',
  'No messages to triage',
  'Send an email',
  'It will be removed for everyone in this workspace.',
  'Unsaved changes restored.',
  'The organization of colors',
])('lets “%s” through', (text) => {
  expect(hasOldPhrase(text)).toBe(false);
});
