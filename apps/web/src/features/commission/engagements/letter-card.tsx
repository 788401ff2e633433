import {
  deleteEngagementLetter,
  partLabels,
  type EngagementLetter,
  type EngagementStatus,
} from '@handover/contract/businesses/engagement-letters.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { MoneyText, formatPrice } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import type { ReactElement, ReactNode } from 'react';
import { send } from '#shared/api/client.ts';
import { formatPercent } from '#shared/labels/valuations.ts';
import { useEngagementChange } from './engagements.queries.ts';
import styles from './engagements.module.css';

export type LetterDialogName = 'edit' | 'sign' | 'end';

const labels: Readonly<Record<EngagementStatus, readonly [StatusTone, string]>> = {
  draft: ['neutral', 'Draft'],
  signed: ['success', 'Signed'],
  ended: ['warning', 'Ended'],
};

interface LetterCardProps {
  letter: EngagementLetter;
  canUpdate: boolean;
  onOpen: (dialog: LetterDialogName) => void;
}

/** The terms of a letter, who shares in its commission, and its next step. */
export function LetterCard({ letter, canUpdate, onOpen }: LetterCardProps): ReactElement {
  const { status, currency, signedOn, endedOn, endReason } = letter;
  const [tone, text] = labels[status];
  return (
    <article className={styles['letter']}>
      <div className={styles['top']}>
        <h3 className={styles['name']}>
          {letter.feeTableName} <StatusLabel tone={tone}>{text}</StatusLabel>
        </h3>
        {canUpdate && <LetterActions letter={letter} onOpen={onOpen} />}
      </div>
      <dl className={styles['facts']}>
        <Fact name="Rates">
          <ul className={styles['plain']}>
            {letter.steps.map(({ upToCents, rateBps }, index) => (
              <li key={index}>
                {formatPercent(rateBps / 100)}{' '}
                {upToCents === null ? (
                  letter.steps.length > 1 && 'above'
                ) : (
                  <>
                    up to <MoneyText amountCents={upToCents} currency={currency} isPrice />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Minimum fee">
          <MoneyText amountCents={letter.minimumFeeCents} currency={currency} isPrice />
        </Fact>
        <Fact name="Commission applies to">
          {letter.countedParts.map((part) => partLabels[part]).join(', ')}
        </Fact>
        <Fact name="Term">
          {formatDate(letter.startsOn)} – {letter.endsOn === null ? 'open-ended' : formatDate(letter.endsOn)}
        </Fact>
        <Fact name="Tail">{letter.tailMonths === 1 ? '1 month' : `${String(letter.tailMonths)} months`}</Fact>
        <Fact name="Splits">
          <ul className={styles['plain']}>
            {splitLines(letter).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Fact>
        {letter.retainers.length > 0 && (
          <Fact name="Retainers">
            <ul className={styles['plain']}>
              {letter.retainers.map(({ amountCents, isCreditable, paidOn }, index) => (
                <li key={index}>
                  {formatPrice(amountCents, currency)} · {isCreditable ? 'credited' : 'not credited'} ·{' '}
                  {paidOn === null ? 'not paid' : `paid ${formatDate(paidOn)}`}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {letter.carveOuts !== null && <Fact name="Carve-outs">{letter.carveOuts}</Fact>}
        {signedOn !== null && (
          <Fact name="Signed">
            {formatDate(signedOn)}
            {letter.document !== null && ` · ${letter.document.name}`}
          </Fact>
        )}
        {endedOn !== null && (
          <Fact name="Ended">
            {formatDate(endedOn)}
            {endReason !== null && ` · ${endReason}`}
          </Fact>
        )}
      </dl>
    </article>
  );
}

function LetterActions({ letter, onOpen }: Omit<LetterCardProps, 'canUpdate'>): ReactElement {
  const { status, id } = letter;
  const remove = useEngagementChange({
    act: () => send(deleteEngagementLetter, { params: { id } }),
    done: 'Draft deleted',
  });
  const actions: MenuAction[] = [
    { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => onOpen('edit') },
    ...(status === 'signed'
      ? [{ label: 'End engagement', icon: 'solar:close-circle-linear', onSelect: () => onOpen('end') }]
      : []),
    ...(status === 'draft'
      ? [
          {
            label: 'Delete draft',
            icon: 'solar:trash-bin-trash-linear',
            isDangerous: true,
            onSelect: () => remove.run(undefined),
          },
        ]
      : []),
  ];
  return (
    <>
      {status === 'draft' && (
        <Button size="small" onClick={() => onOpen('sign')}>
          Record signature
        </Button>
      )}
      <MenuButton isIconOnly label={`Actions for ${letter.feeTableName}`} actions={actions} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface Share {
  role: string;
  name: string | null | undefined;
  of?: string;
}

/** The split of the commission, one line per person. */
function splitLines({ splits, broker, coBroker }: EngagementLetter): string[] {
  const { referralBps, referralName, listingShareBps, brokerBps, coBrokerBps, buyerBrokerBps } = splits;
  const line = ({ role, name, of = '' }: Share, bps: number): string[] =>
    name == null || bps === 0 ? [] : [`${role} ${name}: ${formatPercent(bps / 100)}${of}`];
  return [
    ...line({ role: 'Referral to', name: referralName }, referralBps),
    `Listing side: ${formatPercent(listingShareBps / 100)}${referralName === null ? '' : ' after referral'}`,
    ...line({ role: 'Broker', name: broker?.displayName, of: ' of the listing side' }, brokerBps),
    ...line({ role: 'Co-broker', name: coBroker?.displayName, of: ' of the listing side' }, coBrokerBps),
    `Buyer’s broker: ${formatPercent(buyerBrokerBps / 100)} of the buyer’s side`,
  ];
}
