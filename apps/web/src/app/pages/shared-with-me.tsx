import type { SharedWithMe } from '@handover/contract/records/access-grants.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { businessesQuery } from '#features/businesses/businesses.queries.ts';
import { dealsQuery } from '#features/deals/deals.queries.ts';
import { sharedWithMeQuery } from '#shared/access-grants/access-grants.queries.ts';
import { formatExpiration, levelNames } from '#shared/access-grants/access-panel.tsx';
import { RailItem, RailPanel } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';

/** The maximum that one list call returns. */
const maxListed = 100;

/**
 * Records that others share with the client, each with its level, last day, and who shared it. Renders nothing if there
 * are none.
 */
export default function SharedWithMePanel(): ReactElement | null {
  const { timeZone } = useUser();
  const { data: grants } = useQuery(sharedWithMeQuery());
  const find = useNames(grants ?? []);
  const shown = (grants ?? []).flatMap((grant) => {
    const record = find(grant);
    return record === null ? [] : [{ grant, ...record }];
  });
  if (shown.length === 0) return null;
  return (
    <RailPanel title="Shared with you" count={shown.length} error={null} onRetry={() => undefined} nothing="">
      {shown.map(({ grant: { id, recordType, level, expiresAt, grantedBy }, name, to }) => (
        <RailItem
          key={id}
          picture={<Icon name={recordInfo[recordType].icon} size={24} />}
          name={name}
          to={to}
          second={
            <>
              <span>{levelNames[level]}</span>
              <span>{formatExpiration(expiresAt, timeZone)}</span>
              <span>Shared by {grantedBy.displayName}</span>
            </>
          }
        />
      ))}
    </RailPanel>
  );
}

type SharedItem = { name: string; to: string };

/** The names come from the lists of the records, which show a buyer only permitted names. */
function useNames(grants: readonly SharedWithMe[]): (grant: SharedWithMe) => SharedItem | null {
  const { customers } = useUser();
  const has = (type: SharedWithMe['recordType']): boolean =>
    grants.some(({ recordType }) => recordType === type);
  const businesses = useQuery({ ...businessesQuery({ limit: maxListed }), enabled: has('business') });
  const deals = useQuery({
    ...dealsQuery({ limit: maxListed, sort: '-stageEnteredAt' }),
    enabled: has('deal'),
  });
  const named: Partial<Record<SharedWithMe['recordType'], readonly { id: string; name: string }[]>> = {
    customer: customers,
    business: businesses.data?.businesses ?? [],
    deal: (deals.data?.deals ?? []).map(({ id, buyer, business }) => ({
      id,
      name: `${buyer.name} – ${business.name}`,
    })),
  };
  return ({ recordType, recordId }) => {
    const name = named[recordType]?.find(({ id }) => id === recordId)?.name;
    if (name === undefined) return null;
    if (recordType === 'customer') return { name, to: `/user/dashboard?customer=${recordId}` };
    return { name, to: recordType === 'deal' ? '/user/deals' : '/user/dashboard' };
  };
}
