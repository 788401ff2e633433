import { crc32, deflateSync } from 'node:zlib';

/** A real PNG of one pixel; another `shade` gives different bytes, and `more` chunks are inserted before its pixels. */
export function aPng(shade = 0, more: Buffer[] = []): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    createPngChunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    ...more,
    createPngChunk('IDAT', deflateSync(Buffer.from([0, shade]))),
    createPngChunk('IEND'),
  ]);
}

/** A JPEG of 64 × 32 pixels as an encoder made it: red and green above blue and yellow. */
export const aJpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYV',
    'pQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAg',
    'AEADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABgBAQADAQAAAAAAAAAAAAAAAAAFBw',
    'gG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AnwEMskABXAIhnkABmgC+XYgAN5AZtTAAD//Z',
  ].join(''),
  'base64',
);

/** An animated GIF of the same picture as an encoder made it; its second picture is green. */
export const aGif = Buffer.from(
  [
    'R0lGODlhQAAgAIEAAP8AAAD/AAAA////ACH/C05FVFNDQVBFMi4wAwEAAAAh+QQABQAAACwAAAAAQAAgAAACkISPqYvhD6OckNmbqN4Re8uF2kdm4l',
    'mVKsoG6tqebxnL81eLN55zu9fz/S7BzZBYpBxBycmS0XQ+FVHJlFqFCLbcrvcL7g7G5LL5jC6H12xv+g03t+fruP1Nz7vvfLX+3xc48AcoyEeoZ3',
    'iISKd4x9joGAc5JzlJyWYJh5mpmcZZ54kGGiY6SvpleoaaqlpWAAAh+QQABQAAACwAAAAAQAAgAAACLYyPqcvtD6OctNqLs968+w+G4kiW5omm6s',
    'q27gvH8kzX9o3n+s73/g8MCoekAgA7',
  ].join(''),
  'base64',
);

/** A JPEG like one from a camera, with orientation and location. */
export function aPhoto(orientation = 1): Buffer {
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0', 'latin1');
  const value = Buffer.from([orientation, 0, 0, 0, 0, 0, 0, 0]);
  const content = Buffer.concat([exif, value, Buffer.from('GPS 40.7128 N 74.0060 W')]);
  return Buffer.concat([aJpeg.subarray(0, 2), createJpegSegment(0xe1, content), aJpeg.subarray(2)]);
}

/** A PNG chunk. */
export function createPngChunk(type: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A WebP chunk. */
export function createWebpChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, content, Buffer.alloc(content.length % 2)]);
}

/** A WebP of these chunks. */
export function createWebp(...chunks: Buffer[]): Buffer {
  return createWebpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** A JPEG segment. */
export function createJpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
