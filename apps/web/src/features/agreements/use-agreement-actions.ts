import {
  openAgreementPdf,
  renewAgreement,
  revokeAgreement,
  sendAgreementLink,
  type Agreement,
} from '@handover/contract/agreements/agreements.ts';
import type { MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { useAgreementChange } from './agreements.queries.ts';

/** The actions on an NDA that its menu offers to the member. */
export function useAgreementActions({ id, customer, template, hasPdf, abilities }: Agreement): MenuAction[] {
  const { run } = useAgreementChange();
  const params = { id };
  const body = { delivery: 'email' } as const;
  const actions: (MenuAction & { isShown: boolean })[] = [
    {
      isShown: hasPdf,
      label: template === null ? 'Download signed file' : 'Download signed PDF',
      icon: 'solar:download-minimalistic-linear',
      onSelect: () =>
        run(
          async () => downloadTicket((await send(openAgreementPdf, { params })).ticket),
          'Download started',
        ),
    },
    {
      isShown: abilities.canSend,
      label: 'Send reminder',
      icon: 'solar:plain-linear',
      onSelect: () =>
        run(() => send(sendAgreementLink, { params, body }), `Reminder sent to ${customer.name}`),
    },
    {
      isShown: abilities.canRenew,
      label: 'Send again to sign',
      icon: 'solar:restart-linear',
      onSelect: () => run(() => send(renewAgreement, { params, body }), `NDA sent to ${customer.name}`),
    },
    {
      isShown: abilities.canRevoke,
      label: 'Withdraw',
      icon: 'solar:undo-left-linear',
      isDangerous: true,
      onSelect: () => run(() => send(revokeAgreement, { params }), 'NDA withdrawn'),
    },
  ];
  return actions.filter(({ isShown }) => isShown);
}
