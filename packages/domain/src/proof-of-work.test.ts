import { describe, expect, it } from 'vitest';
import { findAnswer, isAnswer, sha256 } from './proof-of-work.ts';

const toHex = (text: string): string =>
  sha256(text)
    .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
    .join('');

// FIPS 180-4 examples, and lengths around the block padding, with hashes from OpenSSL.
describe('SHA-256', () => {
  it.each([
    { text: '', times: 1, digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
    { text: 'abc', times: 1, digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    { text: 'a', times: 55, digest: '9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318' },
    { text: 'a', times: 56, digest: 'b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a' },
    { text: 'a', times: 63, digest: '7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34' },
    { text: 'a', times: 64, digest: 'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb' },
    { text: 'a', times: 119, digest: '31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb' },
    { text: 'a', times: 120, digest: '2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c' },
    { text: 'a', times: 1000000, digest: 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0' },
  ])('of "$text" repeated $times times is $digest', ({ text, times, digest }) => {
    expect(toHex(text.repeat(times))).toBe(digest);
  });
});

it('finds an answer that is valid for its challenge and number of bits only', () => {
  const answer = findAnswer('a challenge', { bits: 10, from: 0, attempts: 100_000 }) ?? '';
  expect(toHex(`a challenge:${answer}`)).toMatch(/^00[0-3]/);
  expect(isAnswer('a challenge', answer, 10)).toBe(true);
  expect(isAnswer('a challenge', answer, 30)).toBe(false);
  expect(isAnswer('another challenge', answer, 10)).toBe(false);
  expect(findAnswer('a challenge', { bits: 40, from: 0, attempts: 10 })).toBeNull();
});
