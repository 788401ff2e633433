import { listStateRules, type StateRule } from '@handover/contract/businesses/state-rules.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { SettingsCard } from '../settings-card.tsx';
import { NameCell, SourceCell, SourcedTable } from '../sourced-table.tsx';
import { conLabels, licenseLabels } from './state-rule-labels.ts';

const StateRuleDialog = lazy(() => import('./state-rule-dialog.tsx'));

const stateRulesQuery = () =>
  oneQuery({
    queryKey: ['workspace', 'all', 'state-rules'],
    queryFn: ({ signal }) => send(listStateRules, {}, { signal }),
  });

/** The requirements of each state. Each state is a button that opens its editor. */
export default function StateRulesScreen(): ReactElement {
  const [edited, setEdited] = useState<StateRule | null>(null);
  const { data, isPending, error, refetch } = useQuery(stateRulesQuery());
  if (isPending) return <ListSkeleton columns={['40%', '60%']} rows={12} rowHeight={48} />;
  if (data === undefined)
    return (
      <FailedState
        title="The state rules could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <SettingsCard
      title="State rules"
      text="Whether selling a business needs a broker’s license, and whether the state has a certificate-of-need program. Stage requirements and closing checklists use them. Laws change: verify with the state. Not legal advice."
    >
      <SourcedTable
        caption="Broker’s license and certificate of need by state, with sources"
        columns={['State', 'Broker’s license', 'Certificate of need', 'Source']}
      >
        {data.stateRules.map((rule) => (
          <StateRow key={rule.state} rule={rule} onEdit={() => setEdited(rule)} />
        ))}
      </SourcedTable>
      <Suspense>
        {edited !== null && <StateRuleDialog rule={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </SettingsCard>
  );
}

function StateRow({ rule, onEdit }: { rule: StateRule; onEdit: () => void }): ReactElement {
  const { state, brokerLicense, con, isDelivered } = rule;
  const name = usStates[state] ?? state;
  return (
    <tr>
      <NameCell name={name} label={`Edit the rules for ${name}`} isDelivered={isDelivered} onEdit={onEdit} />
      <td>{licenseLabels[brokerLicense]}</td>
      <td>{conLabels[con]}</td>
      <SourceCell of={rule} />
    </tr>
  );
}
