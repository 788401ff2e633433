import { toCalendarDate } from '@handover/domain/local-time.ts';
import {
  agreementFieldLabels as labels,
  identityMethodNames,
  type AgreementDetail,
} from '@handover/contract/agreements/agreements.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { formatDate, formatFullTime } from '@handover/ui/parts/time-text.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { RailCard, RailCards, RailFacts } from '#shared/records/page/rail.tsx';
import summary from '#shared/records/page/record-header.module.css';
import { RecordLayout, RecordPage, type RecordPageSpec } from '#shared/records/page/record-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { AgreementStatus } from './agreement-status.tsx';
import { agreementQuery } from './agreements.queries.ts';
import { AgreementText } from '#shared/agreements/agreement-text.tsx';
import { useAgreementActions } from './use-agreement-actions.ts';

const agreementPage: RecordPageSpec<AgreementDetail> = {
  noun: { one: 'NDA', many: 'NDAs' },
  icon: recordInfo.agreement.icon,
  listPath: '/admin/business-center/ndas',
  pathOf: (id) => `${recordInfo.agreement.path}${id}`,
  query: agreementQuery,
  headingOf: ({ customer, title }) => ({ title: customer.name, description: title }),
  View: AgreementView,
};

/** admin/business-center/ndas/:id */
export default function AgreementPage(): ReactElement {
  return <RecordPage spec={agreementPage} />;
}

function AgreementView({ record: agreement }: { record: AgreementDetail }): ReactElement {
  const { title, text } = agreement;
  return (
    <RecordLayout
      header={<AgreementHeader agreement={agreement} />}
      composer={null}
      sections={
        text === null
          ? []
          : [{ name: 'text', label: 'Text', content: <AgreementText title={title} text={text} /> }]
      }
      rail={<AgreementFacts agreement={agreement} />}
    />
  );
}

function AgreementHeader({ agreement }: { agreement: AgreementDetail }): ReactElement {
  const { customer, businesses, dealId } = agreement;
  const actions = useAgreementActions(agreement);
  return (
    <section className={summary['header']} aria-label="Summary">
      <Avatar name={customer.name} size={56} />
      <div className={summary['facts']}>
        <p className={summary['line']}>
          <AgreementStatus agreement={agreement} />
          <Link to={`${recordInfo.customer.path}${customer.id}`} dir="auto">
            {customer.name}
          </Link>
        </p>
        <p className={summary['second']}>
          {businesses.map(({ id, name }) => (
            <Link key={id} to={`${recordInfo.business.path}${id}`} dir="auto">
              {name}
            </Link>
          ))}
          {dealId !== null && <Link to={`${recordInfo.deal.path}${dealId}`}>Deal</Link>}
        </p>
      </div>
      <div className={summary['actions']}>
        {actions.length > 0 && <MenuButton label="Actions" actions={actions} />}
      </div>
    </section>
  );
}

function AgreementFacts({ agreement }: { agreement: AgreementDetail }): ReactElement {
  const { timeZone } = useUser();
  const time = (value: string | null): string | null =>
    value === null ? null : formatFullTime(new Date(value), timeZone);
  const day = (value: string | null): string | null =>
    value === null ? null : formatDate(toCalendarDate(new Date(value), timeZone));
  const { sentAt, sentTo, sentBy, openedAt, signedAt, deadline, expiresOn, state, template } = agreement;
  return (
    <RailCards>
      <RailCard title="Signature">
        <RailFacts
          isStacked
          facts={[
            [
              template === null ? 'Recorded' : labels.sentAt,
              `${time(sentAt) ?? ''} by ${sentBy.displayName}`,
            ],
            ['Sent to', sentTo],
            ['Opened', time(openedAt)],
            [labels.signedAt, template === null ? day(signedAt) : time(signedAt)],
            [
              'Signed as',
              agreement.isOtherName
                ? `${agreement.signerName ?? ''} (not the buyer’s name)`
                : agreement.signerName,
            ],
            [
              'Identity',
              agreement.identityMethod === null ? null : identityMethodNames[agreement.identityMethod],
            ],
            ['Link expires', state === 'pending' || state === 'overdue' ? time(deadline) : null],
            [labels.expiresOn, expiresOn === null ? null : formatDate(expiresOn)],
            ['Reason for declining', agreement.declineReason],
            [
              labels.version,
              template === null ? null : `${template.name}, version ${String(template.textNumber)}`,
            ],
            ['SHA-256 hash of the text', agreement.textSha256],
          ]}
        />
      </RailCard>
    </RailCards>
  );
}
