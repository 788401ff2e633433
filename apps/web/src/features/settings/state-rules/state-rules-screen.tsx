import { listStateRules, type StateRule } from '@handover/contract/state-rules.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { confidenceLabels } from '#shared/labels/valuations.ts';
import { SettingsCard } from '../settings-card.tsx';
import { conLabels, licenseLabels } from './state-rule-labels.ts';
import styles from './state-rules.module.css';

const StateRuleDialog = lazy(() => import('./state-rule-dialog.tsx'));

const stateRulesQuery = () =>
  oneQuery({
    queryKey: ['workspace', 'all', 'state-rules'],
    queryFn: ({ signal }) => send(listStateRules, {}, { signal }),
  });

/** What each state requires. Each state is a button that opens its editor. */
export default function StateRulesScreen(): ReactElement {
  const [edited, setEdited] = useState<StateRule | null>(null);
  const { data, isPending, error, refetch } = useQuery(stateRulesQuery());
  if (isPending) return <ListSkeleton columns={['40%', '60%']} rows={12} rowHeight={48} />;
  if (data === undefined)
    return (
      <FailedState
        title="The state rules could not be loaded"
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <SettingsCard
      title="State rules"
      text="Whether selling a business needs a broker’s license, and whether the state has a certificate-of-need program. Stage requirements and closing checklists use them. Laws change: verify with the state. Not legal advice."
    >
      <div className={styles['frame']}>
        <table className={styles['table']}>
          <caption className="sr-only">
            Broker’s license and certificate of need by state, with sources
          </caption>
          <thead>
            <tr>
              {['State', 'Broker’s license', 'Certificate of need', 'Source'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.stateRules.map((rule) => (
              <StateRow key={rule.state} rule={rule} onEdit={() => setEdited(rule)} />
            ))}
          </tbody>
        </table>
      </div>
      <Suspense>
        {edited !== null && <StateRuleDialog rule={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </SettingsCard>
  );
}

function StateRow({ rule, onEdit }: { rule: StateRule; onEdit: () => void }): ReactElement {
  const { state, brokerLicense, con, source, asOf, confidence, isDelivered } = rule;
  const name = usStates[state] ?? state;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles['state']}
          aria-label={`Change the rules of ${name}${isDelivered ? '' : ', edited'}`}
          onClick={onEdit}
        >
          {name}
          {!isDelivered && <small>Edited</small>}
        </button>
      </th>
      <td>{licenseLabels[brokerLicense]}</td>
      <td>{conLabels[con]}</td>
      <td className={styles['source']}>
        {source} · as of {dateText(asOf)} · {confidenceLabels[confidence]}
      </td>
    </tr>
  );
}
