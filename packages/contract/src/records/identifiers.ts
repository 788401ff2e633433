import { isCcn } from '@handover/domain/identifiers.ts';
import { hasValidNpiDigit } from '@handover/domain/npi.ts';
import * as z from 'zod/mini';

/** A National Provider Identifier. */
export const npi = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[12]\d{9}$/, 'An NPI has 10 digits and starts with 1 or 2'),
    z.refine(hasValidNpiDigit, 'This NPI is not valid. Check for a mistyped digit'),
  );

/** A CMS certification number, in capitals. */
export const ccn = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.refine(isCcn, 'A CCN has 6 characters (10 with a Q for a home health branch)'),
  );
