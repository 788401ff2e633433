import {
  factDefinitions,
  factKeys,
  hasFact,
  payerKeys,
  payers,
  type FactDefinition,
  type FactValue,
} from '@handover/contract/businesses/business-facts.ts';
import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  check36MonthRule,
  ownershipExceptions,
  findOwnershipStart,
} from '@handover/domain/deals/ownership-rule.ts';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { RailCard, RailFacts, RailNothing } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';

/** Owners, facts of the business type, payer mix, and the 36-month rule, if the record has them. */
export default function TypeFacts({ business }: { business: BusinessDetail }): ReactElement {
  const { type, typeFacts, owners, payerMix, currency } = business;
  const keys = factKeys.filter((key) => hasFact(type, key));
  return (
    <>
      {owners.length > 1 && (
        <RailCard title="Owners">
          <RailFacts
            isMoney
            facts={owners.map(({ id, name, shareBasisPoints, isPrimary }) => [
              `${name ?? 'Hidden customer'}${isPrimary ? ' (main owner)' : ''}`,
              name === null ? (
                formatShare(shareBasisPoints)
              ) : (
                <Link
                  key={id}
                  to={`/admin/users/view/${id}`}
                  aria-label={`${name}, ${formatShare(shareBasisPoints)}`}
                >
                  {formatShare(shareBasisPoints)}
                </Link>
              ),
            ])}
          />
        </RailCard>
      )}
      {keys.length > 0 && (
        <RailCard title={`${businessTypeLabels[type]} facts`}>
          <RailFacts
            nothing="Nothing recorded yet"
            facts={keys.map((key) => [
              factDefinitions[key].label,
              formatFact(factDefinitions[key], typeFacts[key], currency),
            ])}
          />
        </RailCard>
      )}
      {(type === 'home_health' || type === 'hospice') && <OwnershipRule business={business} />}
      {payerMix !== null && (
        <RailCard title="Payer mix">
          <RailFacts
            isMoney
            facts={payerKeys.map((payer) => [
              payers[payer],
              payerMix[payer] === 0 ? null : `${String(payerMix[payer])}%`,
            ])}
          />
        </RailCard>
      )}
    </>
  );
}

function formatShare(basisPoints: number): string {
  return `${String(basisPoints / 100)}%`;
}

function formatFact(definition: FactDefinition, value: FactValue | undefined, currency: string): ReactNode {
  if (value === undefined) return null;
  switch (definition.kind) {
    case 'money':
      return <MoneyText isPrice amountCents={Number(value)} currency={currency} />;
    case 'date':
      return formatDate(String(value));
    case 'choice':
      return definition.choices[String(value)] ?? String(value);
    default:
      return typeof value === 'number' ? value.toLocaleString('en-US') : value;
  }
}

/** Whether the provider agreement would convey with a sale of the whole business today. */
function OwnershipRule({ business: { typeFacts } }: { business: BusinessDetail }): ReactElement {
  const { today } = useUser();
  const since = findOwnershipStart({
    enrolledOn: typeFacts.medicareEnrolledOn?.toString() ?? null,
    lastChangeOn: typeFacts.lastChowOn?.toString() ?? null,
  });
  const exception = ownershipExceptions.find((each) => each === typeFacts.chowException) ?? null;
  return (
    <RailCard title="36-month rule">
      {since === null ? (
        <RailNothing>Add the Medicare enrollment or the last CHOW date to check the rule.</RailNothing>
      ) : (
        <RuleResult since={since} today={today} exception={exception} />
      )}
      <RailNothing>General guidance, not legal advice. Check with counsel.</RailNothing>
    </RailCard>
  );
}

interface RuleResultProps {
  since: string;
  today: string;
  exception: (typeof ownershipExceptions)[number] | null;
}

function RuleResult({ since, today, exception }: RuleResultProps): ReactElement {
  const rule = { since, closesOn: today, isMajorityChange: true };
  const { conveys: isClear, blockedThrough } = check36MonthRule({ ...rule, exception: null });
  const reason = exception === null ? '' : (findFactLabel('chowException', exception) ?? '');
  if (isClear)
    return (
      <>
        <p>
          <StatusLabel tone="success">Clear</StatusLabel>
        </p>
        <p>The 36 months ended on {formatDate(blockedThrough)}.</p>
      </>
    );
  return exception === null ? (
    <>
      <p>
        <StatusLabel tone="error">Blocked</StatusLabel>
      </p>
      <p>
        Through {formatDate(blockedThrough)}, the Medicare provider agreement does not transfer if more than
        50% of ownership changes, unless an exception applies.
      </p>
    </>
  ) : (
    <>
      <p>
        <StatusLabel tone="warning">Exception</StatusLabel>
      </p>
      <p>
        Still within the 36-month period, which ends {formatDate(blockedThrough)}. Exception: {reason}.
      </p>
    </>
  );
}

function findFactLabel(key: 'chowException', value: string): string | undefined {
  const definition = factDefinitions[key];
  return definition.kind === 'choice' ? definition.choices[value] : undefined;
}
