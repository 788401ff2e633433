import type { CustomRecordType, CustomValues } from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import type { ReactElement } from 'react';
import { RailCard, RailFacts } from '#shared/records/page/rail.tsx';
import { formatCustomValue, useCustomFields } from './custom-fields.ts';

interface CustomFactsProps {
  recordType: CustomRecordType;
  /** The values of the record, by field. */
  custom: CustomValues;
}

/** The custom fields of a record that have a value. */
export default function CustomFacts({ recordType, custom }: CustomFactsProps): ReactElement | null {
  const { active, currency } = useCustomFields(recordType);
  const facts = active.flatMap((field) => {
    const text = formatCustomValue(field, custom[field.id], currency);
    return text === '' ? [] : [[field.name, text, toCustomKey(field.id)] as const];
  });
  if (facts.length === 0) return null;
  return (
    <RailCard title="Custom fields">
      <RailFacts facts={facts} isStacked />
    </RailCard>
  );
}
