// What a form came to is read out, and the keyboard goes on from there. Not where the page is only loaded anew, nor where a field has the focus.
const [visit] = performance.getEntriesByType('navigation')
if (visit?.type === 'navigate' && !document.querySelector('[autofocus]'))
  document.getElementById('told')?.focus()
