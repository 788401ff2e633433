import { expect, it } from 'vitest';
import { aGif } from '#test/pictures.ts';
import { decodeGif } from './gif.ts';

/** 16 × 8 pixels as an encoder made it: red and green above blue and transparent, every eighth row first. */
const interlaced = Buffer.from(
  'R0lGODlhEAAIAIEAAP8AAAD/AAAA////ACH5BAEAAAMALAAAAAAQAAgAQAIahG+hq+LvhpwSIcYgpNQevHgJGGgPN5kROhQAOw==',
  'base64',
);
const [red, green, blue, yellow, none] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 0, 255],
  [0, 0, 0, 0],
];

it.each([
  ['animated', aGif, { width: 64, height: 32 }, [red, green, blue, yellow]],
  ['interlaced', interlaced, { width: 16, height: 8 }, [red, green, blue, none]],
])('reads the pixels of the first image of an %s GIF', (_kind, gif, size, quarters) => {
  const { width, height, data } = decodeGif(gif);
  expect({ width, height }).toEqual(size);
  const expected = Array.from({ length: width * height }, (_, at) => {
    const isRight = at % width >= width / 2;
    const isBelow = Math.floor(at / width) >= height / 2;
    return quarters[(isBelow ? 2 : 0) + (isRight ? 1 : 0)];
  });
  expect([...data]).toEqual(expected.flat());
});

it('refuses a GIF that is truncated anywhere, and one with an image beyond its edges', () => {
  const withoutEnd = interlaced.length - 2;
  for (let length = 0; length < withoutEnd; length += 1)
    expect(() => decodeGif(interlaced.subarray(0, length)), String(length)).toThrow(RangeError);
  const narrow = Buffer.from(interlaced);
  narrow.writeUInt16LE(8, 6);
  expect(() => decodeGif(narrow)).toThrow(RangeError);
});
