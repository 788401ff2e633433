import { describe, expect, it } from 'vitest';
import { EmbeddedPostgresError, explainFileFailure, explainOutput } from './failures.ts';

function createFileError(code: string): Error {
  return Object.assign(new Error(`${code}: mkdir '/data'`), { code });
}

describe('explainFileFailure', () => {
  it.each([
    ['ENOSPC', 'The disk that holds /data is full'],
    ['EDQUOT', 'The disk that holds /data is full'],
    ['EACCES', 'is not writable by this user (EACCES)'],
    ['EROFS', 'is not writable by this user (EROFS)'],
    ['ENOTDIR', 'is not a folder'],
    ['EIO', "cannot be used: EIO: mkdir '/data'"],
  ])('says what %s means', (code, message) => {
    const explained = explainFileFailure(createFileError(code), '/data');
    expect(explained).toBeInstanceOf(EmbeddedPostgresError);
    expect(explained.message).toContain(message);
    expect(explained.cause).toBeInstanceOf(Error);
  });

  it('does not change a message written for the operator', () => {
    const error = new EmbeddedPostgresError('already running');
    expect(explainFileFailure(error, '/data')).toBe(error);
  });
});

describe('explainOutput', () => {
  it('recognizes a full disk', () => {
    const output = 'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device';
    expect(explainOutput('The database did not start', output, '/data').message).toContain('is full');
  });

  it('returns the reason only', () => {
    const output = [
      'LOG:  starting',
      'FATAL:  could not map shared memory',
      'LOG:  database system is shut down',
    ].join('\n');
    expect(explainOutput('It did not start', output, '/data').message).toBe(
      'It did not start:\nFATAL:  could not map shared memory',
    );
  });
});
