import type { ClientPlan } from '@handover/contract/settings/billing.ts';
import type { ReactElement } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { ListMessage } from '@handover/ui-lite/parts/list-message.tsx';
import { useInstallation } from '#shared/installation/installation.ts';
import { audienceLabels, getPriceParts } from '#shared/labels/client-plans.ts';
import styles from './plan-cards.module.css';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';

interface PlanCardsProps {
  plans: readonly ClientPlan[];
  /** The name of the viewing client's plan. */
  ownPlan?: string | null;
}

/** Plans with price, contents, and audience. */
export function PlanCards({ plans, ownPlan = null }: PlanCardsProps): ReactElement {
  return (
    <>
      {plans.length === 0 ? (
        <ListMessage title="No plans yet" text="The plans we offer to clients will appear here." />
      ) : (
        <ul className={styles['cards']} aria-label="Plans">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} isOwn={plan.name === ownPlan} />
          ))}
        </ul>
      )}
      <Contact />
    </>
  );
}

function PlanCard({ plan, isOwn }: { plan: ClientPlan; isOwn: boolean }): ReactElement {
  const { name, description, includes, audience, isHighlighted } = plan;
  const { amount, per } = getPriceParts(plan);
  return (
    <li className={styles['card']} data-highlighted={isHighlighted || undefined}>
      <div className={styles['head']}>
        <h2 className={styles['name']}>{name}</h2>
        {isOwn && <Pill tone="success">Your plan</Pill>}
        {isHighlighted && <Pill tone="info">Recommended</Pill>}
      </div>
      <p className={styles['audience']}>{audienceLabels[audience]}</p>
      <p className={styles['price']}>
        <span className={styles['amount']}>{amount}</span> {per}
      </p>
      {description !== '' && <p className={styles['description']}>{description}</p>}
      {includes.length > 0 && (
        <ul className={styles['includes']} aria-label={`${name} includes`}>
          {includes.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The brokerage's contact details, if any. */
function Contact(): ReactElement | null {
  const installation = useInstallation();
  const { supportEmail = null, supportPhone = null } = installation ?? {};
  if (supportEmail === null && supportPhone === null) return null;
  return (
    <p className={styles['contact']}>
      Questions about a plan? {supportEmail !== null && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {supportEmail !== null && supportPhone !== null && ' or '}
      {supportPhone !== null && <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{supportPhone}</a>}
    </p>
  );
}

/** Shows why there are no plans on the page. */
export function PlansFailed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  return (
    <ListMessage isAlert title="The plans could not be loaded" text={getErrorMessage(error)}>
      <Button variant="outlined" onClick={onRetry}>
        Retry
      </Button>
    </ListMessage>
  );
}
