import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { useState, type ReactElement } from 'react';
import { LicenseList } from '#shared/licenses/license-list.tsx';
import { RailButton, RailCard } from '#shared/records/page/rail.tsx';

/** The licenses of a business, for its page. */
export default function BusinessLicenses({ business }: { business: BusinessDetail }): ReactElement {
  const [isAdding, setAdding] = useState(false);
  const { canUpdate } = business.abilities;
  return (
    <RailCard
      title="Licenses"
      action={canUpdate && <RailButton onClick={() => setAdding(true)}>Add</RailButton>}
    >
      <LicenseList
        businessId={business.id}
        canUpdate={canUpdate}
        isAdding={isAdding}
        onAdded={() => setAdding(false)}
        nothing="No licenses yet"
      />
    </RailCard>
  );
}
