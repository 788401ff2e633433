import pg from 'pg';

/** Text length of a `timestamptz(3)` in UTC without and with milliseconds. */
const usualLength = { min: '2026-11-22 18:10:14+00'.length, max: '2026-11-22 18:10:14.188+00'.length };
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the driver's types leave its parsers open
const parseAny: (written: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** Reads a `timestamptz` as a Date. The driver parses unusual ones (infinity, BC, microseconds). */
export function readTimestamp(written: string): unknown {
  const { length } = written;
  const isUsual =
    length >= usualLength.min &&
    length <= usualLength.max &&
    written.endsWith('+00') &&
    written[10] === ' ' &&
    (length === usualLength.min || written[19] === '.');
  return isUsual ? new Timestamp(written) : parseAny(written);
}

/**
 * A Date that keeps its text. A page of fifty rows has 150 dates, and parsing and formatting each again
 * costs six times as much. Immutable, like all values of a row.
 */
class Timestamp extends Date {
  readonly #written: string;

  constructor(written: string) {
    super(toMilliseconds(written));
    this.#written = written;
  }

  override toISOString(): string {
    const day = this.#written.slice(0, 10);
    const time = this.#written.slice(11, -3);
    return `${day}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`;
  }
}

const deviceMemoryDays = new Map<string, number>();
const maxDeviceMemoryDays = 10_000;

/** Milliseconds since 1970. */
function toMilliseconds(written: string): number {
  const digit = (index: number): number => written.charCodeAt(index) - 48;
  const two = (index: number): number => digit(index) * 10 + digit(index + 1);
  const seconds = (two(11) * 60 + two(14)) * 60 + two(17);
  const digits = written.length - 3 - 20;
  const fraction =
    (digits > 0 ? digit(20) * 100 : 0) + (digits > 1 ? digit(21) * 10 : 0) + (digits > 2 ? digit(22) : 0);
  return startOfDay(written.slice(0, 10)) + seconds * 1000 + fraction;
}

function startOfDay(day: string): number {
  let start = deviceMemoryDays.get(day);
  if (start === undefined) {
    start = Date.parse(day);
    if (deviceMemoryDays.size >= maxDeviceMemoryDays) deviceMemoryDays.clear();
    deviceMemoryDays.set(day, start);
  }
  return start;
}
