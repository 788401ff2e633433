import { createReadStream } from 'node:fs';
import {
  countRegister,
  registerColumns,
  registerName,
  registerNpi,
  createRegisterText,
} from '@handover/testing/provider-register.ts';
import { registerSample } from '@handover/testing/register-sample.ts';
import { describe, expect, it } from 'vitest';
import { createCsvReader } from '#platform/records/import/csv/csv-reader.ts';
import { guessMapping } from '#platform/records/import/mapping/guess-mapping.ts';
import type { Member } from '#platform/session/actor.ts';
import { customerImportFields } from './customer-fields.ts';
import { readCustomer, type CustomerOutcome } from './read-customer.ts';

const actor = { role: 'ADMIN', scope: 'all' } as Member;

describe('the provider register', () => {
  it('has the columns of the real one', () => {
    expect(registerColumns.length).toBe(330);
    expect(new Set(registerColumns).size).toBe(330);
  });

  it('is imported without manual steps', () => {
    const { columns, outcomes } = readFile([createRegisterText({ rows: 1_000 })]);
    expect(columns).toEqual(registerColumns);
    expect(tally(outcomes)).toEqual({ individuals: 733, organizations: 188, rejected: 79 });
    expect(countRegister({ rows: 1_000 })).toEqual({ individual: 733, organization: 188, deactivated: 79 });
    const names = outcomes.map((outcome) => (outcome.kind === 'candidate' ? outcome.input.name : null));
    expect(names).toEqual(Array.from({ length: 1_000 }, (_, index) => registerName(index)));
    expect(
      outcomes
        .flatMap((outcome) => (outcome.kind === 'candidate' ? [outcome.input.npi] : []))
        .includes(registerNpi(0)),
    ).toBe(true);
  });

  const sample = registerSample;
  if (sample !== null) {
    it('holds 733 individuals, 188 organizations and 79 deactivated rows in the real sample', async () => {
      const chunks: string[] = [];
      for await (const chunk of createReadStream(sample, 'utf8')) chunks.push(String(chunk));
      const { outcomes } = readFile(chunks);
      expect(tally(outcomes)).toEqual({ individuals: 733, organizations: 188, rejected: 79 });
      const reasons = outcomes.flatMap((outcome) =>
        outcome.kind === 'rejected' ? outcome.faults.map(({ message }) => message) : [],
      );
      expect(reasons.every((reason) => reason.startsWith('Deactivated in the register on '))).toBe(true);
      for (const outcome of outcomes) {
        if (outcome.kind === 'candidate')
          expect(outcome.input).toMatchObject({
            npi: expect.stringMatching(/^\d{10}$/),
            region: expect.stringMatching(/^[A-Z]{2}$/),
            postalCode: expect.stringMatching(/^\d{5}(-\d{4})?$/),
            taxonomyCode: expect.any(String),
            phone: expect.any(String),
            addressLine1: expect.any(String),
            city: expect.any(String),
          });
      }
    });
  }
});

function readFile(chunks: readonly string[]): {
  columns: readonly string[];
  outcomes: CustomerOutcome[];
} {
  const reader = createCsvReader({ delimiter: ',', bytesOf: (text) => text.length });
  const records = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()].map((record) =>
    record.kind === 'row' ? record.cells : [],
  );
  const [columns = [], ...rows] = records;
  const mapping = guessMapping({ columns, values: [], fields: customerImportFields, customFields: [] });
  return {
    columns,
    outcomes: rows.map((cells) =>
      readCustomer(cells, {
        mapping,
        width: columns.length,
        customFields: [],
        plans: [],
        brokers: new Map(),
        actor,
        fixCapitalization: false,
      }),
    ),
  };
}

function tally(outcomes: readonly CustomerOutcome[]): Record<string, number> {
  const candidates = outcomes.flatMap((outcome) =>
    outcome.kind === 'candidate' ? [outcome.input.accountType] : [],
  );
  return {
    individuals: candidates.filter((type) => type === 'Individual').length,
    organizations: candidates.filter((type) => type === 'Corporate').length,
    rejected: outcomes.length - candidates.length,
  };
}
