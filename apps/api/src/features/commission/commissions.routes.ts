import * as settingsContract from '@handover/contract/commission/commission-settings.ts';
import * as contract from '@handover/contract/commission/commissions.ts';
import * as reports from '@handover/contract/deals/deal-reports.ts';
import { AppError, staleVersion } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import { issueTicket } from '#platform/tickets.ts';
import { statementAction } from './commission-statement.ts';
import { presentCommission } from './commissions.presenter.ts';
import { listableCommissions } from './commissions.queries.ts';
import {
  finalize,
  finalizeWithout,
  getCommission,
  getTotals,
  recordEarnOut,
  reopen,
  viewCommission,
} from './commissions.service.ts';
import { removeEarnOut } from './corrections.service.ts';
import { pay, reversePayout } from './payouts.service.ts';
import { getDealReport, getForecast } from './reports/reports.service.ts';
import { getCommissionSettings, replaceCommissionSettings } from './settings/commission-settings.queries.ts';

export function commissionRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  commissionSettingsRoutes(routes);
  reportRoutes(routes);
  correctionRoutes(routes);
  routes.add(contract.listCommissions, async ({ actor, query, work }) => {
    const settings = await getCommissionSettings(work.db, actor.workspaceId);
    const {
      rows,
      similar: _similar,
      ...page
    } = await listRecords(listableCommissions, {
      keyring,
      work,
      member: actor,
      query,
    });
    const commissions = rows.map((row) => presentCommission(actor, row, settings));
    return { ...page, commissions, similar: [], asOf: work.now.toISOString() };
  });
  routes.add(contract.countCommissions, ({ actor, query, work }) =>
    countRecords(listableCommissions, { work, member: actor, query }),
  );
  routes.add(contract.getCommissionTotals, async ({ actor, query, work }) => ({
    totals: await getTotals(work, actor, query),
  }));
  routes.add(contract.getCommission, async ({ actor, params, query, work }) => ({
    commission: await viewCommission(work, actor, { ...params, ...query }),
  }));
  routes.add(contract.finalizeCommission, async ({ actor, params, body, work }) => ({
    commission: await finalize(work, actor, { id: params.id, input: body }),
  }));
  routes.add(contract.finalizeWithoutCommission, async ({ actor, params, body, work }) => ({
    commission: await finalizeWithout(work, actor, { id: params.id, input: body }),
  }));
  routes.add(contract.addEarnOut, async ({ actor, params, body, work }) => ({
    commission: await recordEarnOut(work, actor, { id: params.id, input: body }),
  }));
  routes.add(contract.payCommission, async ({ actor, params, body, work }) => ({
    commission: await pay(work, actor, { id: params.id, input: body }),
  }));
  routes.add(contract.openCommissionStatement, async ({ actor, params, work }) => {
    const { id, status } = await getCommission(work, actor, params.id);
    if (status === 'expected' || status === 'to_finalize')
      throw new AppError('RULE_BROKEN', 'Finalize the commission first.');
    return { ticket: await issueTicket(work, actor, { action: statementAction, subject: { id } }) };
  });
}

function correctionRoutes(routes: Routes): void {
  routes.add(contract.reopenCommission, async ({ actor, params, body, work }) => ({
    commission: await reopen(work, actor, { id: params.id, input: body }),
  }));
  routes.add(contract.removeEarnOut, async ({ actor, params, body, work }) => ({
    commission: await removeEarnOut(work, actor, { id: params.id, input: body }),
  }));
  routes.add(contract.reversePayout, async ({ actor, params, body, work }) => ({
    commission: await reversePayout(work, actor, { ...params, input: body }),
  }));
}

function commissionSettingsRoutes(routes: Routes): void {
  routes.add(settingsContract.getCommissionSettings, async ({ actor, work }) => ({
    commissionSettings: await getCommissionSettings(work.db, actor.workspaceId),
  }));
  routes.add(settingsContract.updateCommissionSettings, async ({ actor, body, work }) => {
    const { workspaceId } = actor;
    const before = await getCommissionSettings(work.db, workspaceId);
    if (!(await replaceCommissionSettings(work.db, { workspaceId, settings: body })))
      throw staleVersion(before);
    work.audit({ from: before, to: body });
    work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
    return { commissionSettings: await getCommissionSettings(work.db, workspaceId) };
  });
}

function reportRoutes(routes: Routes): void {
  routes.add(reports.getForecast, async ({ actor, work }) => ({ months: await getForecast(work, actor) }));
  routes.add(reports.getDealReport, async ({ actor, query, work }) => ({
    report: await getDealReport(work, actor, query),
  }));
}
