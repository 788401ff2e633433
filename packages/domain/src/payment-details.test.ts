import { expect, it } from 'vitest';
import { hasPaymentDetails } from './payment-details.ts';

it.each([
  'Please wire the deposit of $25,000 today.',
  'Here are the new wire instructions for closing.',
  'Our bank account has changed; use the details below.',
  'Routing number: 021000021, account # 12345',
  'IBAN DE89 3704 0044 0532 0130 00',
  'Please send it by Zelle.',
  'Updated payment instructions attached',
])('recognizes %s', (text) => expect(hasPaymentDetails(text)).toBe(true));

it.each([
  'Thanks, I will call you on Monday.',
  'Our accountant will send the 2025 returns.',
  'The practice has 4 operatories and a hygienist.',
  'Can you account for the difference in revenue?',
  'The lease has five years left.',
])('is silent about %s', (text) => expect(hasPaymentDetails(text)).toBe(false));
