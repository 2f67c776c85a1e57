import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import type { Call, Reply } from '#api/contract/call.ts'
import {
  lookupActive,
  lookupAgreements,
  lookupBanks,
  lookupConditions,
  lookupContact,
  lookupDeposit,
  lookupEnableChatWidget,
  lookupInfo,
  lookupNotice,
  lookupRegisterOtp,
  lookupSources,
  lookupWithdraw,
} from '#api/contract/lookup.ts'
import { persisted } from '#data/persisted.ts'

const hour = 60 * 60_000
const lookup = <C extends Call>(name: string, call: C, staleTime: number) =>
  queryOptions({
    queryKey: ['lookup', name] as const,
    meta: { persist: false },
    queryFn: ({ signal }): Promise<Reply<C>> => request<Call>(call, { signal }) as Promise<Reply<C>>,
    staleTime,
    gcTime: 24 * hour,
  })
const persistedLookup = <C extends Call>(name: string, call: C, staleTime: number) => ({
  ...lookup(name, call, staleTime),
  ...persisted(call.reply, { isLookup: true }),
})

/** The site's name and address. */
export const infoQueryOptions = persistedLookup('info', lookupInfo, hour)
export const banksQueryOptions = lookup('banks', lookupBanks, hour)
/** Where a new member may have heard of the site. */
export const sourcesQueryOptions = lookup('sources', lookupSources, hour)
/** `conditions` is HTML from outside: render it only through SafeHtml. */
export const conditionsQueryOptions = lookup('conditions', lookupConditions, hour)
/** The agreements shown to members: HTML from outside. */
export const agreementsQueryOptions = lookup('agreements', lookupAgreements, hour)
/** The terms of every bonus: HTML from outside with a placeholder for the bonus's percentage. */
export const noticeQueryOptions = lookup('notice', lookupNotice, hour)
export const contactQueryOptions = lookup('contact', lookupContact, hour)
/** Smallest and largest withdrawal, in satang, and what keeps this member from one. */
export const withdrawLimitsQueryOptions = {
  ...lookup('withdraw', lookupWithdraw, 5 * 60_000),
  ...persisted(lookupWithdraw.reply),
}
/** The accounts and channels for deposits. */
export const depositLookupQueryOptions = persistedLookup('deposit', lookupDeposit, 5 * 60_000)
/** Whether registering needs a one-time code. */
export const registerOtpQueryOptions = lookup('registerOTP', lookupRegisterOtp, 5 * 60_000)
/** Whether the site has a chat. */
export const chatWidgetQueryOptions = persistedLookup('enableChatWidget', lookupEnableChatWidget, 5 * 60_000)
/** Whether the site is still open; refetched whenever the sign-in is opened. Never retried: who asks waits for one answer. */
export const siteActiveQueryOptions = { ...lookup('active', lookupActive, 0), retry: false }
