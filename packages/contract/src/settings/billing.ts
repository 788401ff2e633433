import * as z from 'zod/mini';
import { id, idParams, isStorable, line, version } from '../http/common.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';

export const planIntervals = ['month', 'year', 'once'] as const;
export type PlanInterval = (typeof planIntervals)[number];
/** Who a plan is for: one type of customer, or both. */
export const planAudiences = ['both', 'Individual', 'Corporate'] as const;
export type PlanAudience = (typeof planAudiences)[number];

export const maxClientPlans = 50;
export const maxPlanLines = 20;
/** A hundred million less a cent, far above any real price. */
export const maxPlanPriceCents = 9_999_999_999;

const publicFields = {
  id,
  name: z.string(),
  description: z.string(),
  /** Null for a price agreed individually. */
  priceCents: z.nullable(z.int()),
  currency: z.string(),
  /** What the price covers: a month, a year, or a one-time purchase. */
  interval: z.enum(planIntervals),
  /** The features it includes, one short line each, in order. */
  includes: z.array(z.string()),
  audience: z.enum(planAudiences),
  /** True for at most one plan. */
  isHighlighted: z.boolean(),
};

/** A plan as shown to everyone. */
export const clientPlan = z.object(publicFields);
export type ClientPlan = z.infer<typeof clientPlan>;

/** A plan as shown to those who manage the catalog. */
export const managedPlan = z.object({
  ...publicFields,
  /** Whether the public page shows the plan. Staff can assign it to customers either way. */
  isPublic: z.boolean(),
  /** Customers keep an archived plan, but it cannot be assigned to others. */
  isArchived: z.boolean(),
  version,
});
export type ManagedPlan = z.infer<typeof managedPlan>;

/** A plan as an option in forms and filters. */
export const planChoice = z.object({ id, name: z.string(), isArchived: z.boolean() });
export type PlanChoice = z.infer<typeof planChoice>;

export const planName = line(60);
const description = z
  .string()
  .check(
    z.trim(),
    z.maxLength(300, 'At most 300 characters'),
    z.refine(isStorable, 'Contains characters that cannot be stored'),
  );
const priceCents = z.nullable(
  z
    .int('Enter an amount in cents')
    .check(z.minimum(0, 'Cannot be negative'), z.maximum(maxPlanPriceCents, 'Too large')),
);
const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'Enter three capital letters such as USD'));
const includes = z.array(line(120)).check(z.maxLength(maxPlanLines, `At most ${String(maxPlanLines)} lines`));

export const createPlanBody = z.strictObject({
  name: planName,
  description: z._default(description, ''),
  priceCents,
  currency: z._default(currency, 'USD'),
  interval: z.enum(planIntervals),
  includes: z._default(includes, []),
  audience: z._default(z.enum(planAudiences), 'both'),
  isHighlighted: z._default(z.boolean(), false),
  isPublic: z._default(z.boolean(), true),
});
export type CreatePlan = z.infer<typeof createPlanBody>;
export const updatePlanBody = z.strictObject({
  version,
  name: z.optional(planName),
  description: z.optional(description),
  priceCents: z.optional(priceCents),
  currency: z.optional(currency),
  interval: z.optional(z.enum(planIntervals)),
  includes: z.optional(includes),
  audience: z.optional(z.enum(planAudiences)),
  isHighlighted: z.optional(z.boolean()),
  isPublic: z.optional(z.boolean()),
  isArchived: z.optional(z.boolean()),
});
export type UpdatePlan = z.infer<typeof updatePlanBody>;

const access = member('SUPERADMIN');
const one = z.object({ clientPlan: managedPlan });
const managed = z.object({ clientPlans: z.array(managedPlan) });

export const listClientPlans = defineEndpoint({
  method: 'GET',
  path: '/client-plans',
  summary: 'List public client plans in order',
  access: anyone,
  status: 200,
  response: z.object({ clientPlans: z.array(clientPlan) }),
});
export const listPlanChoices = defineEndpoint({
  method: 'GET',
  path: '/client-plans/choices',
  summary: 'List plans that can be assigned, and archived ones still in use in the workspace',
  access: member('STAFF', 'users'),
  status: 200,
  response: z.object({ clientPlans: z.array(planChoice) }),
});
export const listManagedPlans = defineEndpoint({
  method: 'GET',
  path: '/client-plans/managed',
  summary: 'List all plans in order, including archived ones',
  access,
  status: 200,
  response: managed,
});
export const listPlanUse = defineEndpoint({
  method: 'GET',
  path: '/client-plans/use',
  summary: 'Get the number of customers on each plan in all workspaces, including the trash',
  access,
  status: 200,
  response: z.object({
    use: z.array(
      z.object({
        id,
        customers: z.int(),
        /** How many of these customers a rename has not reached yet. */
        renaming: z.int(),
      }),
    ),
  }),
});
export const createClientPlan = defineEndpoint({
  method: 'POST',
  path: '/client-plans',
  summary: 'Create a plan at the end of the list',
  access,
  status: 201,
  body: createPlanBody,
  response: one,
});
export const updateClientPlan = defineEndpoint({
  method: 'PATCH',
  path: '/client-plans/{id}',
  summary: 'Update, archive, or restore a plan; customers are renamed in the background',
  access,
  status: 200,
  params: idParams,
  body: updatePlanBody,
  response: one,
});
export const orderClientPlans = defineEndpoint({
  method: 'PUT',
  path: '/client-plans/order',
  summary: 'Reorder plans',
  access,
  status: 200,
  body: z.strictObject({ ids: z.array(id).check(z.maxLength(1_000)) }),
  response: managed,
});
export const deleteClientPlan = defineEndpoint({
  method: 'DELETE',
  path: '/client-plans/{id}',
  summary: 'Delete a plan that no customer has',
  access,
  status: 204,
  params: idParams,
});
