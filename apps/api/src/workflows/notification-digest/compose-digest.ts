import { escapeHtml } from '@handover/domain/text/escape-html.ts';
import { listNotificationTypes } from '@handover/contract/notifications/notification-choices.ts';
import { notificationNames } from '@handover/contract/notifications/notification-names.ts';
import type { Role } from '@handover/contract/auth/roles.ts';
import type { TaskRow } from '#features/tasks/tasks.queries.ts';
import {
  getChoicesUrl,
  addWorkspace,
  findNotificationUrl,
  toTarget,
} from '#platform/notification-channels.ts';
import type { SystemMail } from '#platform/system-mail.ts';
import type { PendingRow } from './digests.queries.ts';

type DueTask = Pick<TaskRow, 'id' | 'title' | 'due_date' | 'customer_name'>;
type CountedTasks = { readonly count: number; readonly rows: readonly DueTask[] };
export type DueTasks = { readonly overdue: CountedTasks; readonly today: CountedTasks };

export type DigestContent = {
  readonly name: string;
  readonly workspace: string;
  readonly role: Role;
  /** Some items of each kind, and the total count. */
  readonly pending: readonly PendingRow[];
  readonly tasks: DueTasks | null;
  readonly where: { readonly workspaceId: string; readonly publicUrl: string };
};

type Entry = { readonly text: string; readonly detail: string | null; readonly url: string | null };
type Group = { readonly title: string; readonly entries: readonly Entry[]; readonly more: number };

/** The digest email, as text and HTML: tasks first, then notifications by kind. */
export function composeDigest(content: DigestContent): Omit<SystemMail, 'to'> {
  const groups = [...createTaskGroups(content), ...createKindGroups(content)];
  const { name, workspace, where } = content;
  const count = groups.reduce((sum, { entries, more }) => sum + entries.length + more, 0);
  const subject = `${workspace}: ${count === 1 ? '1 update' : `${String(count)} updates`}`;
  const link = getChoicesUrl(where);
  return {
    subject,
    text: [
      `Hello ${name},`,
      '',
      ...groups.flatMap(toText),
      '-- ',
      workspace,
      `Notification settings: ${link}`,
      '',
    ].join('\n'),
    html: createPage(subject, [
      `<p style="margin:0 0 24px">Hello ${escapeHtml(name)},</p>`,
      ...groups.map(toHtml),
      `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #dfe3e8;font-size:13px;color:#5b6b79">${escapeHtml(workspace)}<br><a href="${escapeHtml(link)}" style="color:#5b6b79">Notification settings</a></p>`,
    ]),
  };
}

function createTaskGroups({ tasks, where }: DigestContent): Group[] {
  if (tasks === null) return [];
  const group = (title: string, { count, rows }: CountedTasks, isDated: boolean): Group => ({
    title,
    entries: rows.map(({ id, title: text, due_date: date, customer_name: customer }) => ({
      text,
      detail:
        [isDated && date !== null ? `due ${formatDate(date)}` : null, customer].filter(isText).join(', ') ||
        null,
      url: addWorkspace(`/admin/tasks?task=${id}`, where),
    })),
    more: count - rows.length,
  });
  return [group('Overdue', tasks.overdue, true), group('Due today', tasks.today, false)].filter(
    ({ entries }) => entries.length > 0,
  );
}

function createKindGroups({ pending, role, where }: DigestContent): Group[] {
  return listNotificationTypes(role).flatMap((kind) => {
    const rows = pending.filter(({ type }) => type === kind);
    const [first] = rows;
    if (first === undefined) return [];
    const entries = rows.map(({ title, ...row }) => ({
      text: title,
      detail: null,
      url: findNotificationUrl({ type: kind, ...toTarget(row) }, { role, ...where }),
    }));
    return [{ title: notificationNames[kind], entries, more: first.of_kind - rows.length }];
  });
}

function toText({ title, entries, more }: Group): string[] {
  return [
    title,
    ...entries.flatMap(({ text, detail, url }) => [
      `- ${text}${detail === null ? '' : ` (${detail})`}`,
      ...(url === null ? [] : [`  ${url}`]),
    ]),
    ...(more === 0 ? [] : [`- and ${String(more)} more`]),
    '',
  ];
}

function toHtml({ title, entries, more }: Group): string {
  const items = entries.map(({ text, detail, url }) => {
    const said =
      url === null
        ? escapeHtml(text)
        : `<a href="${escapeHtml(url)}" style="color:#305464">${escapeHtml(text)}</a>`;
    return `<li style="margin:0 0 8px">${said}${detail === null ? '' : ` <span style="color:#5b6b79">${escapeHtml(detail)}</span>`}</li>`;
  });
  const rest = more === 0 ? '' : `<li style="margin:0 0 8px;color:#5b6b79">and ${String(more)} more</li>`;
  return `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(title)}</h2><ul style="margin:0;padding-left:20px">${items.join('')}${rest}</ul>`;
}

function createPage(title: string, parts: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#1a1a1a"><div style="max-width:600px;margin:0 auto">${parts.join('')}</div></body></html>`;
}

function formatDate(date: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(`${date}T00:00:00Z`));
}

function isText(part: string | null): part is string {
  return part !== null;
}
