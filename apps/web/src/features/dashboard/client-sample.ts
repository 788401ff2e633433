import type { Profile } from '@handover/contract/auth/auth.ts';
import type { Business } from '@handover/contract/businesses/businesses.ts';
import type { Document } from '@handover/contract/documents/documents.ts';
import type { Message } from '@handover/contract/conversations/conversations.ts';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';

/** Sample content of a client's dashboard, the same for everyone except for its dates. */
export interface SampleClient {
  businesses: Business[];
  tasks: Task[];
  /** Newest first. */
  messages: Message[];
  documents: Document[];
  broker: NonNullable<Profile['customers'][number]['broker']>;
}

const dayMs = 86_400_000;
const broker = {
  id: createSampleId(1),
  displayName: 'Jordan Blake',
  email: 'jordan.blake@example.com',
  photoURL: null,
};
const client = { id: createSampleId(2), name: 'Amara Abbott' };

/** The time at which the sample is viewed, and the calendar date in the viewer's time zone. */
interface Moment {
  now: Date;
  today: string;
}

/** The sample as of a given time. */
export function createSampleClient({ now, today }: Moment): SampleClient {
  return {
    businesses: [createSampleBusiness(now)],
    tasks: [
      createSampleTask(
        { now, today },
        {
          id: createSampleId(11),
          title: 'Upload the tax returns of the last three years',
          description: 'Buyers’ banks ask for them first. Your accountant may send them to us directly.',
          dueInDays: 0,
        },
      ),
      createSampleTask(
        { now, today },
        {
          id: createSampleId(12),
          title: 'Review the teaser',
          description: null,
          dueInDays: 4,
        },
      ),
    ],
    documents: [createSampleDocument(now)],
    messages: [
      createSampleMessage(now, {
        id: createSampleId(23),
        daysAgo: 1,
        isOwn: false,
        text: 'Thanks. Thursday at 10 works. I’ll bring the draft teaser.',
      }),
      createSampleMessage(now, {
        id: createSampleId(22),
        daysAgo: 2,
        isOwn: true,
        text: 'The range looks right to us. Can we discuss it Thursday? My accountant would like to join.',
      }),
      createSampleMessage(now, {
        id: createSampleId(21),
        daysAgo: 3,
        isOwn: false,
        text: 'Good morning Amara,\n\nYour valuation is ready. Based on the last three years, a price between $1.2 million and $1.4 million is realistic. Can we go over it together?\n\nJordan',
      }),
    ],
    broker,
  };
}

function createSampleBusiness(now: Date): Business {
  return {
    id: createSampleId(3),
    name: 'Harbor Street Dental',
    publicTitle: null,
    type: 'dental',
    stage: 'packaging',
    stageEnteredAt: daysFrom(now, -9),
    listingNumber: null,
    askingPriceCents: 128_000_000,
    reducedPriceCents: null,
    currency: 'USD',
    marketLabel: null,
    revenueCents: null,
    sdeCents: null,
    ebitdaCents: null,
    city: 'Portland',
    region: 'ME',
    phone: null,
    coverColor: 'teal',
    owner: null,
    brokerId: broker.id,
    custom: {},
    broker: { id: broker.id, displayName: broker.displayName },
    createdAt: daysFrom(now, -80),
    updatedAt: daysFrom(now, -9),
    deletedAt: null,
    version: 1,
  };
}

type SampleTask = Pick<Task, 'id' | 'title' | 'description'> & { dueInDays: number };

function createSampleDocument(now: Date): Document {
  return {
    id: createSampleId(31),
    name: 'Engagement letter.pdf',
    contentType: 'application/pdf',
    kind: 'pdf',
    sizeBytes: 184_000,
    number: 1,
    audience: 'client',
    legalHolds: [],
    tags: [],
    folder: null,
    records: [],
    createdBy: { id: broker.id, displayName: broker.displayName },
    createdAt: new Date(now.getTime() - 6 * dayMs).toISOString(),
    updatedAt: new Date(now.getTime() - 6 * dayMs).toISOString(),
    availableAt: new Date(now.getTime() - 6 * dayMs).toISOString(),
    deletedAt: null,
    version: 1,
    abilities: { canUpdate: false, canDelete: false, canPlaceLegalHold: false },
  };
}

function createSampleTask({ now, today }: Moment, { dueInDays, ...task }: SampleTask): Task {
  return {
    ...task,
    status: 'open',
    priority: 'normal',
    audience: 'client',
    requestsFiles: false,
    requests: [],
    dueDate: addDays(today, dueInDays),
    assignee: { id: broker.id, displayName: broker.displayName },
    customer: client,
    business: null,
    deal: null,
    recurrence: null,
    reminder: null,
    remindsAt: null,
    createdBy: { id: broker.id, displayName: broker.displayName },
    completedAt: null,
    deletedAt: null,
    createdAt: daysFrom(now, -5),
    updatedAt: daysFrom(now, -5),
    version: 1,
  };
}

/** A sample message: a reply, or a new conversation with a subject. */
export function createWrittenMessage(
  now: Date,
  { id, text, subject }: { id: string; text: string; subject: string | undefined },
): Message {
  const written = createSampleMessage(now, { id, text, daysAgo: 0, isOwn: true });
  return subject === undefined ? written : { ...written, threadId: id, subject };
}

type SampleMessage = Pick<Message, 'id' | 'text'> & { daysAgo: number; isOwn: boolean };

/** A message of the sample's first conversation. */
function createSampleMessage(now: Date, { id, text, daysAgo, isOwn }: SampleMessage): Message {
  const sender = isOwn
    ? { name: client.name, address: 'amara.abbott@example.com' }
    : { name: broker.displayName, address: broker.email };
  return {
    id,
    threadId: createSampleId(20),
    direction: isOwn ? 'inbound' : 'outbound',
    status: isOwn ? 'received' : 'sent',
    statusDetail: null,
    subject: 'Your valuation',
    from: sender,
    to: [],
    cc: [],
    bcc: [],
    snippet: text.slice(0, 160),
    text,
    hasHtml: false,
    hasRemoteImages: false,
    quarantineId: null,
    senderCheck: null,
    senderWarning: null,
    attachments: [],
    author: null,
    sentAt: daysFrom(now, -daysAgo),
    scheduledAt: null,
    createdAt: daysFrom(now, -daysAgo),
    version: 1,
  };
}

function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString();
}

function createSampleId(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
