"""The page that explains how to trust the local certificate authority (``quepu serve --https``)."""

from __future__ import annotations

from quepu.texts.text import Text

TRUST: dict[str, Text] = {
    "trust_title": ("让这台设备信任雀谱服务器", "Let this device trust the Quepu server"),
    "trust_why": (
        "这台服务器的证书是它自己签发的，浏览器还不认识，所以会警告“连接不是私密连接”。在每台设备上做一次下面的步骤，之后就能用 https "
        "打开，可以安装成应用，没有网络也能用。",
        "This server has signed its own certificate, which browsers do not know, so they warn that the connection is not private. Do "
        "these steps once on each device; then the site opens by https, can be installed, and works without a network.",
    ),
    "trust_check": ("1. 核对指纹", "1. Compare the fingerprint"),
    "trust_check_why": (
        "这一页没有加密，同一网络里的人有可能篡改。安装之前，请核对证书的 SHA-256 指纹与服务器终端上显示的是否一致：",
        "This page is not encrypted, so somebody in the network could have changed it. Before you install the certificate, check that "
        "its SHA-256 fingerprint is the one that the server's terminal shows:",
    ),
    "trust_get": ("2. 下载证书", "2. Download the certificate"),
    "trust_button": ("下载 {name} 的证书", "Download the certificate of {name}"),
    "trust_valid": ("有效期到 {date}。", "Valid until {date}."),
    "trust_do": ("3. 在设备上信任它", "3. Trust it on the device"),
    "trust_open": ("4. 打开网站", "4. Open the site"),
    "trust_ios": ("iPhone、iPad", "iPhone, iPad"),
    "trust_ios_steps": (
        "用 Safari 打开这一页，点下载，选“允许”。\n"
        "设置 → 已下载描述文件 → 安装。\n"
        "设置 → 通用 → 关于本机 → 证书信任设置 → 打开这个证书的开关。少了这一步仍然不受信任。",
        "Open this page in Safari, tap the download and choose “Allow”.\n"
        "Settings → Profile Downloaded → Install.\n"
        "Settings → General → About → Certificate Trust Settings → switch this certificate on. Without this step it is not trusted.",
    ),
    "trust_android": ("Android", "Android"),
    "trust_android_steps": (
        "下载证书。\n"
        "设置 → 安全 → 加密与凭据 → 安装证书 → CA 证书 → 仍然安装，再选刚下载的文件。各厂商的菜单名略有不同，可在设置里搜索“证书”。\n"
        "Chrome 从此信任它。Firefox：设置 → 关于 Firefox，连点标志五次，再到设置 → Secret Settings → 打开 Use third party CA "
        "certificates。",
        "Download the certificate.\n"
        "Settings → Security → Encryption & credentials → Install a certificate → CA certificate → Install anyway, then choose the "
        "file. Names differ between makers: search the settings for “certificate”.\n"
        "Chrome trusts it now. Firefox: Settings → About Firefox, tap the logo five times, then Settings → Secret Settings → Use "
        "third party CA certificates.",
    ),
    "trust_windows": ("Windows", "Windows"),
    "trust_windows_steps": (
        "下载后双击打开，点“安装证书”，选“当前用户”。\n"
        "选“将所有的证书都放入下列存储”→ 受信任的根证书颁发机构。\n"
        "选“是”，重新启动浏览器。Windows 在这里显示的是另一种指纹（SHA-1）；要看 SHA-256，运行 certutil -hashfile 文件 SHA256。",
        "Open the downloaded file, choose “Install Certificate” and “Current User”.\n"
        "Choose “Place all certificates in the following store” → Trusted Root Certification Authorities.\n"
        "Confirm, and restart the browser. Windows shows another fingerprint here (SHA-1); certutil -hashfile FILE SHA256 shows this "
        "one.",
    ),
    "trust_macos": ("Mac", "Mac"),
    "trust_macos_steps": (
        "下载后双击，加入“钥匙串访问”的“登录”钥匙串。\n双击这个证书 → 信任 → 使用此证书时：始终信任。\n输入密码，重新启动浏览器。",
        "Open the downloaded file and add it to the keychain “login”.\n"
        "In Keychain Access open the certificate → Trust → When using this certificate: Always Trust.\n"
        "Enter your password, and restart the browser.",
    ),
    "trust_linux": ("Linux，以及各系统上的 Firefox", "Linux, and Firefox on any system"),
    "trust_linux_steps": (
        "Firefox：设置 → 隐私与安全 → 证书 → 查看证书 → 证书颁发机构 → 导入，勾选“信任由此证书颁发机构来标识网站”。\n"
        "Chrome、Chromium：设置 → 隐私和安全 → 安全 → 管理证书 → 受信任的证书 → 导入。",
        "Firefox: Settings → Privacy & Security → Certificates → View Certificates → Authorities → Import, tick “Trust this CA to "
        "identify websites”.\n"
        "Chrome, Chromium: Settings → Privacy and security → Security → Manage certificates → trusted certificates → Import.",
    ),
    "trust_means": ("信任意味着什么", "What trusting it means"),
    "trust_means_why": (
        "信任证书颁发机构，就是相信它签发的每一份证书。签发用的私钥只在运行服务器的那台机器上（数据文件夹的 https/authority.pem）。这个证"
        "书里写了名称限制：只能用于局域网地址、.local 名称和那台机器自己的名字，不能冒充互联网上的网站。但拿到私钥的人可以在局域网里"
        "冒充别的设备，例如路由器的管理页面。所以只信任您认识的人的服务器，不再用时把它删掉。",
        "Who trusts an authority believes every certificate that it signs. The key that signs is only on the machine that runs the "
        "server, in https/authority.pem of the data folder. The certificate limits it by name constraints to addresses of local "
        "networks, names that end in .local and the machine's own names: it cannot impersonate sites on the internet. But with the "
        "key somebody could impersonate other devices of a local network, such as a router's settings. So trust only servers of "
        "people you know, and remove it when you no longer use it.",
    ),
    "trust_remove": ("怎样删除", "How to remove it"),
    "trust_remove_steps": (
        "iPhone、iPad：设置 → 通用 → VPN 与设备管理 → 选中描述文件 → 移除。\n"
        "Android：设置 → 安全 → 加密与凭据 → 信任的凭据 → 用户 → 选中它 → 移除。\n"
        "Windows：运行 certmgr.msc → 受信任的根证书颁发机构 → 证书 → 删除。\n"
        "Mac：钥匙串访问 → 登录 → 删除。\n"
        "Linux、Firefox：在导入它的同一个地方删除。",
        "iPhone, iPad: Settings → General → VPN & Device Management → the profile → Remove.\n"
        "Android: Settings → Security → Encryption & credentials → Trusted credentials → User → the certificate → Remove.\n"
        "Windows: run certmgr.msc → Trusted Root Certification Authorities → Certificates → Delete.\n"
        "Mac: Keychain Access → login → Delete.\n"
        "Linux, Firefox: delete it where you imported it.",
    ),
}
