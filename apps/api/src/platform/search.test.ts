import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import { fold } from '#lib/text.ts';
import { matchesText, searchText } from './search.ts';

const texts = [
  searchText(['Marlène Thistlewood', 'marlene.thistlewood@needle.example', 'Riverbend Family Medicine, LLC']),
  searchText([
    "Siobhán O'Donnell & Sons",
    String.raw`C:\share 100%_done`,
    '+1 (200) 555-0100',
    '+12005550100',
  ]),
  searchText(['李小龍診所', 'عيادة الأمل', '🏥🩺💉🦷 dental', "a:* | !b <-> 'c'"]),
  searchText(['Al', 'Bo Li', 'ab cd ef']),
];

let database: TestDatabase;
let client: DatabaseClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase({ connectionString: database.connectionString, onError: () => undefined });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

describe('matchesText', () => {
  it('finds each part of each word, of any letters, and nothing else', async () => {
    for (const part of partsOfWords()) expect([part, await find(part)]).toEqual([part, holding([part])]);
  });

  it('finds what has all of several words, in any order and however short some are', async () => {
    for (const query of ['wood marl', 'SIOB ons', 'b LI', 'medi ver xx', 'dent 🏥🩺'])
      expect([query, await find(query)]).toEqual([query, holding(fold(query).split(' '))]);
    expect(await find('wood marl')).toHaveLength(1);
    expect(await find('medi ver xx')).toEqual([]);
  });

  it('finds a phone number however it is grouped', async () => {
    for (const query of ['200-555-0100', '(200) 555', '2005550100', '555 01', '55 5'])
      expect(await find(query)).toHaveLength(1);
    expect(await find('200-555-0199')).toEqual([]);
  });
});

describe('searchText', () => {
  it('cuts words that are too long to be split into ngrams, and only those', () => {
    const long = 'x'.repeat(450);
    expect(searchText([long, 'dental'])).toBe(
      `${'x'.repeat(200)} ${'x'.repeat(200)} ${'x'.repeat(50)}\ndental`,
    );
    expect(searchText(['🏥'.repeat(201)])).toBe(`${'🏥'.repeat(200)} 🏥`);
    expect(searchText(['x'.repeat(199)])).toBe('x'.repeat(199));
  });
});

/** All of one to nine letters, within a word. */
function partsOfWords(): string[] {
  const words = texts.flatMap((text) => text.split(/\s/)).map((word) => Array.from(word));
  const parts = words.flatMap((letters) =>
    letters.flatMap((_, start) =>
      [1, 2, 3, 4, 5, 7, 9].map((length) => letters.slice(start, start + length).join('')),
    ),
  );
  return [...new Set(parts)];
}

function holding(words: readonly string[]): string[] {
  return texts.filter((text) => words.every((word) => text.includes(word))).toSorted();
}

async function find(query: string): Promise<string[]> {
  const workspaceId = newId();
  const { rows } = await sql<{ text: string }>`
    SELECT text FROM (SELECT ${workspaceId}::uuid AS workspace_id, text, search_pieces(text) AS pieces FROM unnest(${texts}::text[]) AS text) AS search_entries
    WHERE workspace_id = ${workspaceId} AND ${matchesText(query)}`.execute(client.db);
  return rows.map(({ text }) => text).toSorted();
}
