import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The word on a button that leads to more about what is told, for code that has no texts of its own. */
export const detailsWord = () => i18n._(msg`Details`)
